-- The beginnings of names of NFTs, which a search asks for. Names can be longer than what an index takes.
CREATE INDEX nft_tokens_name ON rouged.nft_tokens (left(lower(name), 64) text_pattern_ops) WHERE name IS NOT NULL;
