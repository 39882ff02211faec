/** The tables of blocks, in the order in which rows are written, with the columns that are copied (migrations/001.do.tables.sql). */

export const blockTables = {
  blocks: 'height,hash,prev_hash,time,proposer,tx_hash,state_root,parent_commit,tx_count,fees,event,events',
  transactions:
    'height,position,tx_id,time,event,kind,signer,recipient,token,amount,nonce,fee,status,failure,payload,logs,receipt',
  movements:
    'height,position,index,time,reason,sender,receiver,asset,token,amount,pool_id,collection_id,token_id,count,sale_price',
  balances: 'account,token,height,event,balance',
  tokens: 'symbol,name,decimals,creator,initial_supply,max_supply,mintable,metadata,height,position,time',
  token_changes: 'height,position,token,kind,account,frozen,metadata,time',
  pools: 'pool_id,number,token_a,token_b,creator,height,position,time',
  pool_events:
    'pool_id,ordinal,sequence,height,position,time,account,type,a_to_b,amount_a,amount_b,lp,reserve_a,reserve_b,lp_supply',
  nft_collections: 'collection_id,symbol,name,creator,details,height,position,time',
  nft_tokens: 'collection_id,token_id,creator,name,metadata_uri,attributes,height,position,time',
  nft_transfers: 'collection_id,token_id,height,position,index,reason,sender,receiver,sale_price,time',
  nft_switches: 'height,position,collection_id,token_id,kind,is_on,time',
  contracts: 'address,deployer,code_hash,code_bytes,height,position,time',
  contract_events: 'height,position,index,event,contract,topic,data,time',
} as const;

export type BlockTable = keyof typeof blockTables;

export const blockTableNames = Object.keys(blockTables) as readonly BlockTable[];
