import * as $protobuf from "protobufjs";
import Long = require("long");

/** Namespace rouged. */
export namespace rouged {

    /** Namespace v1. */
    namespace v1 {

        /**
         * Properties of a Transaction.
         * @deprecated Use rouged.v1.Transaction.$Properties instead.
         */
        interface ITransaction extends rouged.v1.Transaction.$Properties {
        }

        /** Represents a Transaction. */
        class Transaction {

            /**
             * Constructs a new Transaction.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Transaction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Transaction operation. */
            operation: string;

            /** Transaction publicKey. */
            publicKey: Uint8Array;

            /** Transaction text. */
            text: Uint8Array;

            /** Transaction keyAt. */
            keyAt: number;

            /** Transaction signature. */
            signature: Uint8Array;

            /**
             * Creates a new Transaction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Transaction instance
             */
            static create(properties: rouged.v1.Transaction.$Shape): rouged.v1.Transaction & rouged.v1.Transaction.$Shape;
            static create(properties?: rouged.v1.Transaction.$Properties): rouged.v1.Transaction;

            /**
             * Encodes the specified Transaction message. Does not implicitly {@link rouged.v1.Transaction.verify|verify} messages.
             * @param message Transaction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Transaction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Transaction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Transaction & rouged.v1.Transaction.$Shape} Transaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Transaction & rouged.v1.Transaction.$Shape;
        }

        namespace Transaction {

            /** Properties of a Transaction. */
            interface $Properties {

                /** Transaction operation */
                operation?: (string|null);

                /** Transaction publicKey */
                publicKey?: (Uint8Array|null);

                /** Transaction text */
                text?: (Uint8Array|null);

                /** Transaction keyAt */
                keyAt?: (number|null);

                /** Transaction signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Transaction. */
            type $Shape = rouged.v1.Transaction.$Properties;
        }

        /**
         * Properties of a StoredTransaction.
         * @deprecated Use rouged.v1.StoredTransaction.$Properties instead.
         */
        interface IStoredTransaction extends rouged.v1.StoredTransaction.$Properties {
        }

        /** Represents a StoredTransaction. */
        class StoredTransaction {

            /**
             * Constructs a new StoredTransaction.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StoredTransaction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StoredTransaction operation. */
            operation: string;

            /** StoredTransaction account. */
            account: Uint8Array;

            /** StoredTransaction text. */
            text: Uint8Array;

            /** StoredTransaction keyAt. */
            keyAt: number;

            /**
             * Creates a new StoredTransaction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StoredTransaction instance
             */
            static create(properties: rouged.v1.StoredTransaction.$Shape): rouged.v1.StoredTransaction & rouged.v1.StoredTransaction.$Shape;
            static create(properties?: rouged.v1.StoredTransaction.$Properties): rouged.v1.StoredTransaction;

            /**
             * Encodes the specified StoredTransaction message. Does not implicitly {@link rouged.v1.StoredTransaction.verify|verify} messages.
             * @param message StoredTransaction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StoredTransaction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StoredTransaction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StoredTransaction & rouged.v1.StoredTransaction.$Shape} StoredTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StoredTransaction & rouged.v1.StoredTransaction.$Shape;
        }

        namespace StoredTransaction {

            /** Properties of a StoredTransaction. */
            interface $Properties {

                /** StoredTransaction operation */
                operation?: (string|null);

                /** StoredTransaction account */
                account?: (Uint8Array|null);

                /** StoredTransaction text */
                text?: (Uint8Array|null);

                /** StoredTransaction keyAt */
                keyAt?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StoredTransaction. */
            type $Shape = rouged.v1.StoredTransaction.$Properties;
        }

        /**
         * Properties of a Body.
         * @deprecated Use rouged.v1.Body.$Properties instead.
         */
        interface IBody extends rouged.v1.Body.$Properties {
        }

        /** Represents a Body. */
        class Body {

            /**
             * Constructs a new Body.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Body.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Body transactions. */
            transactions: rouged.v1.StoredTransaction.$Properties[];

            /**
             * Creates a new Body instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Body instance
             */
            static create(properties: rouged.v1.Body.$Shape): rouged.v1.Body & rouged.v1.Body.$Shape;
            static create(properties?: rouged.v1.Body.$Properties): rouged.v1.Body;

            /**
             * Encodes the specified Body message. Does not implicitly {@link rouged.v1.Body.verify|verify} messages.
             * @param message Body message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Body.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Body message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Body & rouged.v1.Body.$Shape} Body
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Body & rouged.v1.Body.$Shape;
        }

        namespace Body {

            /** Properties of a Body. */
            interface $Properties {

                /** Body transactions */
                transactions?: (rouged.v1.StoredTransaction.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Body. */
            type $Shape = rouged.v1.Body.$Properties;
        }

        /** VoteType enum. */
        enum VoteType {

            /** PREVOTE value */
            PREVOTE = 0,

            /** PRECOMMIT value */
            PRECOMMIT = 1
        }

        /**
         * Properties of a Vote.
         * @deprecated Use rouged.v1.Vote.$Properties instead.
         */
        interface IVote extends rouged.v1.Vote.$Properties {
        }

        /** Represents a Vote. */
        class Vote {

            /**
             * Constructs a new Vote.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Vote.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Vote type. */
            type: rouged.v1.VoteType;

            /** Vote height. */
            height: number;

            /** Vote round. */
            round: number;

            /** Vote blockHash. */
            blockHash: Uint8Array;

            /** Vote voterKey. */
            voterKey: Uint8Array;

            /** Vote signature. */
            signature: Uint8Array;

            /**
             * Creates a new Vote instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Vote instance
             */
            static create(properties: rouged.v1.Vote.$Shape): rouged.v1.Vote & rouged.v1.Vote.$Shape;
            static create(properties?: rouged.v1.Vote.$Properties): rouged.v1.Vote;

            /**
             * Encodes the specified Vote message. Does not implicitly {@link rouged.v1.Vote.verify|verify} messages.
             * @param message Vote message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Vote.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Vote message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Vote & rouged.v1.Vote.$Shape} Vote
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Vote & rouged.v1.Vote.$Shape;
        }

        namespace Vote {

            /** Properties of a Vote. */
            interface $Properties {

                /** Vote type */
                type?: (rouged.v1.VoteType|null);

                /** Vote height */
                height?: (number|null);

                /** Vote round */
                round?: (number|null);

                /** Vote blockHash */
                blockHash?: (Uint8Array|null);

                /** Vote voterKey */
                voterKey?: (Uint8Array|null);

                /** Vote signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Vote. */
            type $Shape = rouged.v1.Vote.$Properties;
        }

        /**
         * Properties of a Precommit.
         * @deprecated Use rouged.v1.Precommit.$Properties instead.
         */
        interface IPrecommit extends rouged.v1.Precommit.$Properties {
        }

        /** Represents a Precommit. */
        class Precommit {

            /**
             * Constructs a new Precommit.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Precommit.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Precommit voterKey. */
            voterKey: Uint8Array;

            /** Precommit signature. */
            signature: Uint8Array;

            /**
             * Creates a new Precommit instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Precommit instance
             */
            static create(properties: rouged.v1.Precommit.$Shape): rouged.v1.Precommit & rouged.v1.Precommit.$Shape;
            static create(properties?: rouged.v1.Precommit.$Properties): rouged.v1.Precommit;

            /**
             * Encodes the specified Precommit message. Does not implicitly {@link rouged.v1.Precommit.verify|verify} messages.
             * @param message Precommit message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Precommit.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Precommit message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Precommit & rouged.v1.Precommit.$Shape} Precommit
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Precommit & rouged.v1.Precommit.$Shape;
        }

        namespace Precommit {

            /** Properties of a Precommit. */
            interface $Properties {

                /** Precommit voterKey */
                voterKey?: (Uint8Array|null);

                /** Precommit signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Precommit. */
            type $Shape = rouged.v1.Precommit.$Properties;
        }

        /**
         * Properties of a Certificate.
         * @deprecated Use rouged.v1.Certificate.$Properties instead.
         */
        interface ICertificate extends rouged.v1.Certificate.$Properties {
        }

        /** Represents a Certificate. */
        class Certificate {

            /**
             * Constructs a new Certificate.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Certificate.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Certificate height. */
            height: number;

            /** Certificate blockHash. */
            blockHash: Uint8Array;

            /** Certificate precommits. */
            precommits: rouged.v1.Precommit.$Properties[];

            /** Certificate round. */
            round: number;

            /**
             * Creates a new Certificate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Certificate instance
             */
            static create(properties: rouged.v1.Certificate.$Shape): rouged.v1.Certificate & rouged.v1.Certificate.$Shape;
            static create(properties?: rouged.v1.Certificate.$Properties): rouged.v1.Certificate;

            /**
             * Encodes the specified Certificate message. Does not implicitly {@link rouged.v1.Certificate.verify|verify} messages.
             * @param message Certificate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Certificate.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Certificate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Certificate & rouged.v1.Certificate.$Shape} Certificate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Certificate & rouged.v1.Certificate.$Shape;
        }

        namespace Certificate {

            /** Properties of a Certificate. */
            interface $Properties {

                /** Certificate height */
                height?: (number|null);

                /** Certificate blockHash */
                blockHash?: (Uint8Array|null);

                /** Certificate precommits */
                precommits?: (rouged.v1.Precommit.$Properties[]|null);

                /** Certificate round */
                round?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Certificate. */
            type $Shape = rouged.v1.Certificate.$Properties;
        }

        /**
         * Properties of a Block.
         * @deprecated Use rouged.v1.Block.$Properties instead.
         */
        interface IBlock extends rouged.v1.Block.$Properties {
        }

        /** Represents a Block. */
        class Block {

            /**
             * Constructs a new Block.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Block.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Block header. */
            header: Uint8Array;

            /** Block proposerSignature. */
            proposerSignature: Uint8Array;

            /** Block parentCertificate. */
            parentCertificate?: (rouged.v1.Certificate.$Properties|null);

            /** Block transactions. */
            transactions: rouged.v1.Transaction.$Properties[];

            /**
             * Creates a new Block instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Block instance
             */
            static create(properties: rouged.v1.Block.$Shape): rouged.v1.Block & rouged.v1.Block.$Shape;
            static create(properties?: rouged.v1.Block.$Properties): rouged.v1.Block;

            /**
             * Encodes the specified Block message. Does not implicitly {@link rouged.v1.Block.verify|verify} messages.
             * @param message Block message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Block.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Block message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Block & rouged.v1.Block.$Shape} Block
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Block & rouged.v1.Block.$Shape;
        }

        namespace Block {

            /** Properties of a Block. */
            interface $Properties {

                /** Block header */
                header?: (Uint8Array|null);

                /** Block proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** Block parentCertificate */
                parentCertificate?: (rouged.v1.Certificate.$Properties|null);

                /** Block transactions */
                transactions?: (rouged.v1.Transaction.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Block. */
            type $Shape = rouged.v1.Block.$Properties;
        }

        /**
         * Properties of a BlockRecord.
         * @deprecated Use rouged.v1.BlockRecord.$Properties instead.
         */
        interface IBlockRecord extends rouged.v1.BlockRecord.$Properties {
        }

        /** Represents a BlockRecord. */
        class BlockRecord {

            /**
             * Constructs a new BlockRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlockRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlockRecord header. */
            header: Uint8Array;

            /** BlockRecord proposerSignature. */
            proposerSignature: Uint8Array;

            /** BlockRecord hash. */
            hash: Uint8Array;

            /** BlockRecord parentCertificate. */
            parentCertificate?: (rouged.v1.Certificate.$Properties|null);

            /** BlockRecord transactionCount. */
            transactionCount: number;

            /** BlockRecord firstOrdinal. */
            firstOrdinal: number;

            /** BlockRecord fees. */
            fees: string;

            /** BlockRecord voteWeights. */
            voteWeights: string[];

            /** BlockRecord voteTotal. */
            voteTotal: string;

            /**
             * Creates a new BlockRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlockRecord instance
             */
            static create(properties: rouged.v1.BlockRecord.$Shape): rouged.v1.BlockRecord & rouged.v1.BlockRecord.$Shape;
            static create(properties?: rouged.v1.BlockRecord.$Properties): rouged.v1.BlockRecord;

            /**
             * Encodes the specified BlockRecord message. Does not implicitly {@link rouged.v1.BlockRecord.verify|verify} messages.
             * @param message BlockRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlockRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlockRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlockRecord & rouged.v1.BlockRecord.$Shape} BlockRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlockRecord & rouged.v1.BlockRecord.$Shape;
        }

        namespace BlockRecord {

            /** Properties of a BlockRecord. */
            interface $Properties {

                /** BlockRecord header */
                header?: (Uint8Array|null);

                /** BlockRecord proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** BlockRecord hash */
                hash?: (Uint8Array|null);

                /** BlockRecord parentCertificate */
                parentCertificate?: (rouged.v1.Certificate.$Properties|null);

                /** BlockRecord transactionCount */
                transactionCount?: (number|null);

                /** BlockRecord firstOrdinal */
                firstOrdinal?: (number|null);

                /** BlockRecord fees */
                fees?: (string|null);

                /** BlockRecord voteWeights */
                voteWeights?: (string[]|null);

                /** BlockRecord voteTotal */
                voteTotal?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlockRecord. */
            type $Shape = rouged.v1.BlockRecord.$Properties;
        }

        /**
         * Properties of a Receipt.
         * @deprecated Use rouged.v1.Receipt.$Properties instead.
         */
        interface IReceipt extends rouged.v1.Receipt.$Properties {
        }

        /** Represents a Receipt. */
        class Receipt {

            /**
             * Constructs a new Receipt.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Receipt.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Receipt nonce. */
            nonce: number;

            /** Receipt fee. */
            fee: string;

            /** Receipt failure. */
            failure: string;

            /** Receipt result. */
            result: string;

            /**
             * Creates a new Receipt instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Receipt instance
             */
            static create(properties: rouged.v1.Receipt.$Shape): rouged.v1.Receipt & rouged.v1.Receipt.$Shape;
            static create(properties?: rouged.v1.Receipt.$Properties): rouged.v1.Receipt;

            /**
             * Encodes the specified Receipt message. Does not implicitly {@link rouged.v1.Receipt.verify|verify} messages.
             * @param message Receipt message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Receipt.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Receipt message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Receipt & rouged.v1.Receipt.$Shape} Receipt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Receipt & rouged.v1.Receipt.$Shape;
        }

        namespace Receipt {

            /** Properties of a Receipt. */
            interface $Properties {

                /** Receipt nonce */
                nonce?: (number|null);

                /** Receipt fee */
                fee?: (string|null);

                /** Receipt failure */
                failure?: (string|null);

                /** Receipt result */
                result?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Receipt. */
            type $Shape = rouged.v1.Receipt.$Properties;
        }

        /**
         * Properties of a Receipts.
         * @deprecated Use rouged.v1.Receipts.$Properties instead.
         */
        interface IReceipts extends rouged.v1.Receipts.$Properties {
        }

        /** Represents a Receipts. */
        class Receipts {

            /**
             * Constructs a new Receipts.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Receipts.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Receipts receipts. */
            receipts: rouged.v1.Receipt.$Properties[];

            /**
             * Creates a new Receipts instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Receipts instance
             */
            static create(properties: rouged.v1.Receipts.$Shape): rouged.v1.Receipts & rouged.v1.Receipts.$Shape;
            static create(properties?: rouged.v1.Receipts.$Properties): rouged.v1.Receipts;

            /**
             * Encodes the specified Receipts message. Does not implicitly {@link rouged.v1.Receipts.verify|verify} messages.
             * @param message Receipts message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Receipts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Receipts message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Receipts & rouged.v1.Receipts.$Shape} Receipts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Receipts & rouged.v1.Receipts.$Shape;
        }

        namespace Receipts {

            /** Properties of a Receipts. */
            interface $Properties {

                /** Receipts receipts */
                receipts?: (rouged.v1.Receipt.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Receipts. */
            type $Shape = rouged.v1.Receipts.$Properties;
        }

        /**
         * Properties of a SlotRecord.
         * @deprecated Use rouged.v1.SlotRecord.$Properties instead.
         */
        interface ISlotRecord extends rouged.v1.SlotRecord.$Properties {
        }

        /** Represents a SlotRecord. */
        class SlotRecord {

            /**
             * Constructs a new SlotRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SlotRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SlotRecord chainId. */
            chainId: string;

            /** SlotRecord height. */
            height: number;

            /** SlotRecord parentHash. */
            parentHash: string;

            /** SlotRecord block. */
            block: Uint8Array;

            /**
             * Creates a new SlotRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SlotRecord instance
             */
            static create(properties: rouged.v1.SlotRecord.$Shape): rouged.v1.SlotRecord & rouged.v1.SlotRecord.$Shape;
            static create(properties?: rouged.v1.SlotRecord.$Properties): rouged.v1.SlotRecord;

            /**
             * Encodes the specified SlotRecord message. Does not implicitly {@link rouged.v1.SlotRecord.verify|verify} messages.
             * @param message SlotRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SlotRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SlotRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SlotRecord & rouged.v1.SlotRecord.$Shape} SlotRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SlotRecord & rouged.v1.SlotRecord.$Shape;
        }

        namespace SlotRecord {

            /** Properties of a SlotRecord. */
            interface $Properties {

                /** SlotRecord chainId */
                chainId?: (string|null);

                /** SlotRecord height */
                height?: (number|null);

                /** SlotRecord parentHash */
                parentHash?: (string|null);

                /** SlotRecord block */
                block?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SlotRecord. */
            type $Shape = rouged.v1.SlotRecord.$Properties;
        }

        /**
         * Properties of a SignedHeader.
         * @deprecated Use rouged.v1.SignedHeader.$Properties instead.
         */
        interface ISignedHeader extends rouged.v1.SignedHeader.$Properties {
        }

        /** Represents a SignedHeader. */
        class SignedHeader {

            /**
             * Constructs a new SignedHeader.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SignedHeader.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedHeader header. */
            header: Uint8Array;

            /** SignedHeader proposerSignature. */
            proposerSignature: Uint8Array;

            /**
             * Creates a new SignedHeader instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SignedHeader instance
             */
            static create(properties: rouged.v1.SignedHeader.$Shape): rouged.v1.SignedHeader & rouged.v1.SignedHeader.$Shape;
            static create(properties?: rouged.v1.SignedHeader.$Properties): rouged.v1.SignedHeader;

            /**
             * Encodes the specified SignedHeader message. Does not implicitly {@link rouged.v1.SignedHeader.verify|verify} messages.
             * @param message SignedHeader message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SignedHeader.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedHeader message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SignedHeader & rouged.v1.SignedHeader.$Shape} SignedHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SignedHeader & rouged.v1.SignedHeader.$Shape;
        }

        namespace SignedHeader {

            /** Properties of a SignedHeader. */
            interface $Properties {

                /** SignedHeader header */
                header?: (Uint8Array|null);

                /** SignedHeader proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedHeader. */
            type $Shape = rouged.v1.SignedHeader.$Properties;
        }

        /**
         * Properties of an Evidence.
         * @deprecated Use rouged.v1.Evidence.$Properties instead.
         */
        interface IEvidence extends rouged.v1.Evidence.$Properties {
        }

        /** Represents an Evidence. */
        class Evidence {

            /**
             * Constructs a new Evidence.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Evidence.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Evidence firstVote. */
            firstVote?: (rouged.v1.Vote.$Properties|null);

            /** Evidence secondVote. */
            secondVote?: (rouged.v1.Vote.$Properties|null);

            /** Evidence firstHeader. */
            firstHeader?: (rouged.v1.SignedHeader.$Properties|null);

            /** Evidence secondHeader. */
            secondHeader?: (rouged.v1.SignedHeader.$Properties|null);

            /**
             * Creates a new Evidence instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Evidence instance
             */
            static create(properties: rouged.v1.Evidence.$Shape): rouged.v1.Evidence & rouged.v1.Evidence.$Shape;
            static create(properties?: rouged.v1.Evidence.$Properties): rouged.v1.Evidence;

            /**
             * Encodes the specified Evidence message. Does not implicitly {@link rouged.v1.Evidence.verify|verify} messages.
             * @param message Evidence message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Evidence.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Evidence message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Evidence & rouged.v1.Evidence.$Shape} Evidence
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Evidence & rouged.v1.Evidence.$Shape;
        }

        namespace Evidence {

            /** Properties of an Evidence. */
            interface $Properties {

                /** Evidence firstVote */
                firstVote?: (rouged.v1.Vote.$Properties|null);

                /** Evidence secondVote */
                secondVote?: (rouged.v1.Vote.$Properties|null);

                /** Evidence firstHeader */
                firstHeader?: (rouged.v1.SignedHeader.$Properties|null);

                /** Evidence secondHeader */
                secondHeader?: (rouged.v1.SignedHeader.$Properties|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Evidence. */
            type $Shape = rouged.v1.Evidence.$Properties;
        }

        /**
         * Properties of an OwnVote.
         * @deprecated Use rouged.v1.OwnVote.$Properties instead.
         */
        interface IOwnVote extends rouged.v1.OwnVote.$Properties {
        }

        /** Represents an OwnVote. */
        class OwnVote {

            /**
             * Constructs a new OwnVote.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.OwnVote.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** OwnVote type. */
            type: rouged.v1.VoteType;

            /** OwnVote round. */
            round: number;

            /** OwnVote blockHash. */
            blockHash: Uint8Array;

            /** OwnVote signature. */
            signature: Uint8Array;

            /**
             * Creates a new OwnVote instance using the specified properties.
             * @param [properties] Properties to set
             * @returns OwnVote instance
             */
            static create(properties: rouged.v1.OwnVote.$Shape): rouged.v1.OwnVote & rouged.v1.OwnVote.$Shape;
            static create(properties?: rouged.v1.OwnVote.$Properties): rouged.v1.OwnVote;

            /**
             * Encodes the specified OwnVote message. Does not implicitly {@link rouged.v1.OwnVote.verify|verify} messages.
             * @param message OwnVote message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.OwnVote.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an OwnVote message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.OwnVote & rouged.v1.OwnVote.$Shape} OwnVote
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.OwnVote & rouged.v1.OwnVote.$Shape;
        }

        namespace OwnVote {

            /** Properties of an OwnVote. */
            interface $Properties {

                /** OwnVote type */
                type?: (rouged.v1.VoteType|null);

                /** OwnVote round */
                round?: (number|null);

                /** OwnVote blockHash */
                blockHash?: (Uint8Array|null);

                /** OwnVote signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an OwnVote. */
            type $Shape = rouged.v1.OwnVote.$Properties;
        }

        /**
         * Properties of a VoteJournalRecord.
         * @deprecated Use rouged.v1.VoteJournalRecord.$Properties instead.
         */
        interface IVoteJournalRecord extends rouged.v1.VoteJournalRecord.$Properties {
        }

        /** Represents a VoteJournalRecord. */
        class VoteJournalRecord {

            /**
             * Constructs a new VoteJournalRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.VoteJournalRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** VoteJournalRecord chainId. */
            chainId: string;

            /** VoteJournalRecord voterKey. */
            voterKey: Uint8Array;

            /** VoteJournalRecord height. */
            height: number;

            /** VoteJournalRecord votes. */
            votes: rouged.v1.OwnVote.$Properties[];

            /** VoteJournalRecord quorum. */
            quorum: rouged.v1.Vote.$Properties[];

            /**
             * Creates a new VoteJournalRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns VoteJournalRecord instance
             */
            static create(properties: rouged.v1.VoteJournalRecord.$Shape): rouged.v1.VoteJournalRecord & rouged.v1.VoteJournalRecord.$Shape;
            static create(properties?: rouged.v1.VoteJournalRecord.$Properties): rouged.v1.VoteJournalRecord;

            /**
             * Encodes the specified VoteJournalRecord message. Does not implicitly {@link rouged.v1.VoteJournalRecord.verify|verify} messages.
             * @param message VoteJournalRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.VoteJournalRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a VoteJournalRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.VoteJournalRecord & rouged.v1.VoteJournalRecord.$Shape} VoteJournalRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.VoteJournalRecord & rouged.v1.VoteJournalRecord.$Shape;
        }

        namespace VoteJournalRecord {

            /** Properties of a VoteJournalRecord. */
            interface $Properties {

                /** VoteJournalRecord chainId */
                chainId?: (string|null);

                /** VoteJournalRecord voterKey */
                voterKey?: (Uint8Array|null);

                /** VoteJournalRecord height */
                height?: (number|null);

                /** VoteJournalRecord votes */
                votes?: (rouged.v1.OwnVote.$Properties[]|null);

                /** VoteJournalRecord quorum */
                quorum?: (rouged.v1.Vote.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a VoteJournalRecord. */
            type $Shape = rouged.v1.VoteJournalRecord.$Properties;
        }

        /**
         * Properties of a SignedBatch.
         * @deprecated Use rouged.v1.SignedBatch.$Properties instead.
         */
        interface ISignedBatch extends rouged.v1.SignedBatch.$Properties {
        }

        /** Represents a SignedBatch. */
        class SignedBatch {

            /**
             * Constructs a new SignedBatch.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SignedBatch.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedBatch requests. */
            requests: rouged.v1.Transaction.$Properties[];

            /**
             * Creates a new SignedBatch instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SignedBatch instance
             */
            static create(properties: rouged.v1.SignedBatch.$Shape): rouged.v1.SignedBatch & rouged.v1.SignedBatch.$Shape;
            static create(properties?: rouged.v1.SignedBatch.$Properties): rouged.v1.SignedBatch;

            /**
             * Encodes the specified SignedBatch message. Does not implicitly {@link rouged.v1.SignedBatch.verify|verify} messages.
             * @param message SignedBatch message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SignedBatch.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedBatch message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SignedBatch & rouged.v1.SignedBatch.$Shape} SignedBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SignedBatch & rouged.v1.SignedBatch.$Shape;
        }

        namespace SignedBatch {

            /** Properties of a SignedBatch. */
            interface $Properties {

                /** SignedBatch requests */
                requests?: (rouged.v1.Transaction.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedBatch. */
            type $Shape = rouged.v1.SignedBatch.$Properties;
        }

        /**
         * Properties of a BatchResult.
         * @deprecated Use rouged.v1.BatchResult.$Properties instead.
         */
        interface IBatchResult extends rouged.v1.BatchResult.$Properties {
        }

        /** Represents a BatchResult. */
        class BatchResult {

            /**
             * Constructs a new BatchResult.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BatchResult.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BatchResult txId. */
            txId: Uint8Array;

            /** BatchResult code. */
            code: string;

            /** BatchResult error. */
            error: string;

            /** BatchResult retryAfterSeconds. */
            retryAfterSeconds: number;

            /**
             * Creates a new BatchResult instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchResult instance
             */
            static create(properties: rouged.v1.BatchResult.$Shape): rouged.v1.BatchResult & rouged.v1.BatchResult.$Shape;
            static create(properties?: rouged.v1.BatchResult.$Properties): rouged.v1.BatchResult;

            /**
             * Encodes the specified BatchResult message. Does not implicitly {@link rouged.v1.BatchResult.verify|verify} messages.
             * @param message BatchResult message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BatchResult.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchResult message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BatchResult & rouged.v1.BatchResult.$Shape} BatchResult
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BatchResult & rouged.v1.BatchResult.$Shape;
        }

        namespace BatchResult {

            /** Properties of a BatchResult. */
            interface $Properties {

                /** BatchResult txId */
                txId?: (Uint8Array|null);

                /** BatchResult code */
                code?: (string|null);

                /** BatchResult error */
                error?: (string|null);

                /** BatchResult retryAfterSeconds */
                retryAfterSeconds?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BatchResult. */
            type $Shape = rouged.v1.BatchResult.$Properties;
        }

        /**
         * Properties of a BatchAnswer.
         * @deprecated Use rouged.v1.BatchAnswer.$Properties instead.
         */
        interface IBatchAnswer extends rouged.v1.BatchAnswer.$Properties {
        }

        /** Represents a BatchAnswer. */
        class BatchAnswer {

            /**
             * Constructs a new BatchAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BatchAnswer.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BatchAnswer accepted. */
            accepted: number;

            /** BatchAnswer rejected. */
            rejected: number;

            /** BatchAnswer results. */
            results: rouged.v1.BatchResult.$Properties[];

            /**
             * Creates a new BatchAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BatchAnswer instance
             */
            static create(properties: rouged.v1.BatchAnswer.$Shape): rouged.v1.BatchAnswer & rouged.v1.BatchAnswer.$Shape;
            static create(properties?: rouged.v1.BatchAnswer.$Properties): rouged.v1.BatchAnswer;

            /**
             * Encodes the specified BatchAnswer message. Does not implicitly {@link rouged.v1.BatchAnswer.verify|verify} messages.
             * @param message BatchAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BatchAnswer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BatchAnswer & rouged.v1.BatchAnswer.$Shape} BatchAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BatchAnswer & rouged.v1.BatchAnswer.$Shape;
        }

        namespace BatchAnswer {

            /** Properties of a BatchAnswer. */
            interface $Properties {

                /** BatchAnswer accepted */
                accepted?: (number|null);

                /** BatchAnswer rejected */
                rejected?: (number|null);

                /** BatchAnswer results */
                results?: (rouged.v1.BatchResult.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BatchAnswer. */
            type $Shape = rouged.v1.BatchAnswer.$Properties;
        }

        /**
         * Properties of a StreamRequest.
         * @deprecated Use rouged.v1.StreamRequest.$Properties instead.
         */
        interface IStreamRequest extends rouged.v1.StreamRequest.$Properties {
        }

        /** Represents a StreamRequest. */
        class StreamRequest {

            /**
             * Constructs a new StreamRequest.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamRequest.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamRequest subscribe. */
            subscribe: string[];

            /** StreamRequest unsubscribe. */
            unsubscribe: string[];

            /** StreamRequest from. */
            from?: (number|null);

            /**
             * Creates a new StreamRequest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamRequest instance
             */
            static create(properties: rouged.v1.StreamRequest.$Shape): rouged.v1.StreamRequest & rouged.v1.StreamRequest.$Shape;
            static create(properties?: rouged.v1.StreamRequest.$Properties): rouged.v1.StreamRequest;

            /**
             * Encodes the specified StreamRequest message. Does not implicitly {@link rouged.v1.StreamRequest.verify|verify} messages.
             * @param message StreamRequest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamRequest.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamRequest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamRequest & rouged.v1.StreamRequest.$Shape} StreamRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamRequest & rouged.v1.StreamRequest.$Shape;
        }

        namespace StreamRequest {

            /** Properties of a StreamRequest. */
            interface $Properties {

                /** StreamRequest subscribe */
                subscribe?: (string[]|null);

                /** StreamRequest unsubscribe */
                unsubscribe?: (string[]|null);

                /** StreamRequest from */
                from?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamRequest. */
            type $Shape = rouged.v1.StreamRequest.$Properties;
        }

        /**
         * Properties of a StreamFrame.
         * @deprecated Use rouged.v1.StreamFrame.$Properties instead.
         */
        interface IStreamFrame extends rouged.v1.StreamFrame.$Properties {
        }

        /** Represents a StreamFrame. */
        class StreamFrame {

            /**
             * Constructs a new StreamFrame.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamFrame.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamFrame stats. */
            stats?: (rouged.v1.StreamStats.$Properties|null);

            /** StreamFrame subscribed. */
            subscribed?: (rouged.v1.StreamSubscribed.$Properties|null);

            /** StreamFrame resumed. */
            resumed?: (rouged.v1.StreamResumed.$Properties|null);

            /** StreamFrame error. */
            error?: (rouged.v1.StreamError.$Properties|null);

            /** StreamFrame newBlock. */
            newBlock?: (rouged.v1.NewBlock.$Properties|null);

            /** StreamFrame newTransaction. */
            newTransaction?: (rouged.v1.NewTransaction.$Properties|null);

            /** StreamFrame balanceUpdate. */
            balanceUpdate?: (rouged.v1.BalanceUpdate.$Properties|null);

            /** StreamFrame frame. */
            frame?: ("stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate");

            /**
             * Creates a new StreamFrame instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamFrame instance
             */
            static create(properties: rouged.v1.StreamFrame.$Shape): rouged.v1.StreamFrame & rouged.v1.StreamFrame.$Shape;
            static create(properties?: rouged.v1.StreamFrame.$Properties): rouged.v1.StreamFrame;

            /**
             * Encodes the specified StreamFrame message. Does not implicitly {@link rouged.v1.StreamFrame.verify|verify} messages.
             * @param message StreamFrame message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamFrame.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamFrame message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamFrame & rouged.v1.StreamFrame.$Shape} StreamFrame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamFrame & rouged.v1.StreamFrame.$Shape;
        }

        namespace StreamFrame {

            /** Properties of a StreamFrame. */
            interface $Properties {

                /** StreamFrame stats */
                stats?: (rouged.v1.StreamStats.$Properties|null);

                /** StreamFrame subscribed */
                subscribed?: (rouged.v1.StreamSubscribed.$Properties|null);

                /** StreamFrame resumed */
                resumed?: (rouged.v1.StreamResumed.$Properties|null);

                /** StreamFrame error */
                error?: (rouged.v1.StreamError.$Properties|null);

                /** StreamFrame newBlock */
                newBlock?: (rouged.v1.NewBlock.$Properties|null);

                /** StreamFrame newTransaction */
                newTransaction?: (rouged.v1.NewTransaction.$Properties|null);

                /** StreamFrame balanceUpdate */
                balanceUpdate?: (rouged.v1.BalanceUpdate.$Properties|null);

                /** StreamFrame frame */
                frame?: ("stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a StreamFrame. */
            type $Shape = {
              stats?: rouged.v1.StreamStats.$Shape|null;
              subscribed?: rouged.v1.StreamSubscribed.$Shape|null;
              resumed?: rouged.v1.StreamResumed.$Shape|null;
              error?: rouged.v1.StreamError.$Shape|null;
              newBlock?: rouged.v1.NewBlock.$Shape|null;
              newTransaction?: rouged.v1.NewTransaction.$Shape|null;
              balanceUpdate?: rouged.v1.BalanceUpdate.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ frame?: undefined; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "stats"; stats: rouged.v1.StreamStats.$Shape; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "subscribed"; stats?: null; subscribed: rouged.v1.StreamSubscribed.$Shape; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "resumed"; stats?: null; subscribed?: null; resumed: rouged.v1.StreamResumed.$Shape; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "error"; stats?: null; subscribed?: null; resumed?: null; error: rouged.v1.StreamError.$Shape; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "newBlock"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock: rouged.v1.NewBlock.$Shape; newTransaction?: null; balanceUpdate?: null }|{ frame?: "newTransaction"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction: rouged.v1.NewTransaction.$Shape; balanceUpdate?: null }|{ frame?: "balanceUpdate"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate: rouged.v1.BalanceUpdate.$Shape })
            );
        }

        /**
         * Properties of a StreamStats.
         * @deprecated Use rouged.v1.StreamStats.$Properties instead.
         */
        interface IStreamStats extends rouged.v1.StreamStats.$Properties {
        }

        /** Represents a StreamStats. */
        class StreamStats {

            /**
             * Constructs a new StreamStats.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamStats.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamStats blockHeight. */
            blockHeight: number;

            /** StreamStats peerCount. */
            peerCount: number;

            /** StreamStats mempoolSize. */
            mempoolSize: number;

            /** StreamStats seq. */
            seq: number;

            /**
             * Creates a new StreamStats instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamStats instance
             */
            static create(properties: rouged.v1.StreamStats.$Shape): rouged.v1.StreamStats & rouged.v1.StreamStats.$Shape;
            static create(properties?: rouged.v1.StreamStats.$Properties): rouged.v1.StreamStats;

            /**
             * Encodes the specified StreamStats message. Does not implicitly {@link rouged.v1.StreamStats.verify|verify} messages.
             * @param message StreamStats message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamStats.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamStats message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamStats & rouged.v1.StreamStats.$Shape} StreamStats
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamStats & rouged.v1.StreamStats.$Shape;
        }

        namespace StreamStats {

            /** Properties of a StreamStats. */
            interface $Properties {

                /** StreamStats blockHeight */
                blockHeight?: (number|null);

                /** StreamStats peerCount */
                peerCount?: (number|null);

                /** StreamStats mempoolSize */
                mempoolSize?: (number|null);

                /** StreamStats seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamStats. */
            type $Shape = rouged.v1.StreamStats.$Properties;
        }

        /**
         * Properties of a StreamSubscribed.
         * @deprecated Use rouged.v1.StreamSubscribed.$Properties instead.
         */
        interface IStreamSubscribed extends rouged.v1.StreamSubscribed.$Properties {
        }

        /** Represents a StreamSubscribed. */
        class StreamSubscribed {

            /**
             * Constructs a new StreamSubscribed.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamSubscribed.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamSubscribed topics. */
            topics: string[];

            /** StreamSubscribed seq. */
            seq: number;

            /** StreamSubscribed unknown. */
            unknown: string[];

            /**
             * Creates a new StreamSubscribed instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamSubscribed instance
             */
            static create(properties: rouged.v1.StreamSubscribed.$Shape): rouged.v1.StreamSubscribed & rouged.v1.StreamSubscribed.$Shape;
            static create(properties?: rouged.v1.StreamSubscribed.$Properties): rouged.v1.StreamSubscribed;

            /**
             * Encodes the specified StreamSubscribed message. Does not implicitly {@link rouged.v1.StreamSubscribed.verify|verify} messages.
             * @param message StreamSubscribed message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamSubscribed.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamSubscribed message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamSubscribed & rouged.v1.StreamSubscribed.$Shape} StreamSubscribed
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamSubscribed & rouged.v1.StreamSubscribed.$Shape;
        }

        namespace StreamSubscribed {

            /** Properties of a StreamSubscribed. */
            interface $Properties {

                /** StreamSubscribed topics */
                topics?: (string[]|null);

                /** StreamSubscribed seq */
                seq?: (number|null);

                /** StreamSubscribed unknown */
                unknown?: (string[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamSubscribed. */
            type $Shape = rouged.v1.StreamSubscribed.$Properties;
        }

        /**
         * Properties of a StreamResumed.
         * @deprecated Use rouged.v1.StreamResumed.$Properties instead.
         */
        interface IStreamResumed extends rouged.v1.StreamResumed.$Properties {
        }

        /** Represents a StreamResumed. */
        class StreamResumed {

            /**
             * Constructs a new StreamResumed.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamResumed.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamResumed seq. */
            seq: number;

            /**
             * Creates a new StreamResumed instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamResumed instance
             */
            static create(properties: rouged.v1.StreamResumed.$Shape): rouged.v1.StreamResumed & rouged.v1.StreamResumed.$Shape;
            static create(properties?: rouged.v1.StreamResumed.$Properties): rouged.v1.StreamResumed;

            /**
             * Encodes the specified StreamResumed message. Does not implicitly {@link rouged.v1.StreamResumed.verify|verify} messages.
             * @param message StreamResumed message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamResumed.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamResumed message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamResumed & rouged.v1.StreamResumed.$Shape} StreamResumed
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamResumed & rouged.v1.StreamResumed.$Shape;
        }

        namespace StreamResumed {

            /** Properties of a StreamResumed. */
            interface $Properties {

                /** StreamResumed seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamResumed. */
            type $Shape = rouged.v1.StreamResumed.$Properties;
        }

        /**
         * Properties of a StreamError.
         * @deprecated Use rouged.v1.StreamError.$Properties instead.
         */
        interface IStreamError extends rouged.v1.StreamError.$Properties {
        }

        /** Represents a StreamError. */
        class StreamError {

            /**
             * Constructs a new StreamError.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamError.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamError error. */
            error: string;

            /** StreamError code. */
            code: string;

            /** StreamError oldest. */
            oldest?: (number|null);

            /** StreamError seq. */
            seq?: (number|null);

            /**
             * Creates a new StreamError instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamError instance
             */
            static create(properties: rouged.v1.StreamError.$Shape): rouged.v1.StreamError & rouged.v1.StreamError.$Shape;
            static create(properties?: rouged.v1.StreamError.$Properties): rouged.v1.StreamError;

            /**
             * Encodes the specified StreamError message. Does not implicitly {@link rouged.v1.StreamError.verify|verify} messages.
             * @param message StreamError message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamError.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamError message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamError & rouged.v1.StreamError.$Shape} StreamError
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamError & rouged.v1.StreamError.$Shape;
        }

        namespace StreamError {

            /** Properties of a StreamError. */
            interface $Properties {

                /** StreamError error */
                error?: (string|null);

                /** StreamError code */
                code?: (string|null);

                /** StreamError oldest */
                oldest?: (number|null);

                /** StreamError seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamError. */
            type $Shape = rouged.v1.StreamError.$Properties;
        }

        /**
         * Properties of a NewBlock.
         * @deprecated Use rouged.v1.NewBlock.$Properties instead.
         */
        interface INewBlock extends rouged.v1.NewBlock.$Properties {
        }

        /** Represents a NewBlock. */
        class NewBlock {

            /**
             * Constructs a new NewBlock.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.NewBlock.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** NewBlock height. */
            height: number;

            /** NewBlock hash. */
            hash: Uint8Array;

            /** NewBlock txCount. */
            txCount: number;

            /** NewBlock timestamp. */
            timestamp: number;

            /** NewBlock proposer. */
            proposer: Uint8Array;

            /** NewBlock stateRoot. */
            stateRoot: Uint8Array;

            /** NewBlock seq. */
            seq: number;

            /**
             * Creates a new NewBlock instance using the specified properties.
             * @param [properties] Properties to set
             * @returns NewBlock instance
             */
            static create(properties: rouged.v1.NewBlock.$Shape): rouged.v1.NewBlock & rouged.v1.NewBlock.$Shape;
            static create(properties?: rouged.v1.NewBlock.$Properties): rouged.v1.NewBlock;

            /**
             * Encodes the specified NewBlock message. Does not implicitly {@link rouged.v1.NewBlock.verify|verify} messages.
             * @param message NewBlock message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.NewBlock.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a NewBlock message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.NewBlock & rouged.v1.NewBlock.$Shape} NewBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.NewBlock & rouged.v1.NewBlock.$Shape;
        }

        namespace NewBlock {

            /** Properties of a NewBlock. */
            interface $Properties {

                /** NewBlock height */
                height?: (number|null);

                /** NewBlock hash */
                hash?: (Uint8Array|null);

                /** NewBlock txCount */
                txCount?: (number|null);

                /** NewBlock timestamp */
                timestamp?: (number|null);

                /** NewBlock proposer */
                proposer?: (Uint8Array|null);

                /** NewBlock stateRoot */
                stateRoot?: (Uint8Array|null);

                /** NewBlock seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a NewBlock. */
            type $Shape = rouged.v1.NewBlock.$Properties;
        }

        /**
         * Properties of a NewTransaction.
         * @deprecated Use rouged.v1.NewTransaction.$Properties instead.
         */
        interface INewTransaction extends rouged.v1.NewTransaction.$Properties {
        }

        /** Represents a NewTransaction. */
        class NewTransaction {

            /**
             * Constructs a new NewTransaction.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.NewTransaction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** NewTransaction txHash. */
            txHash: Uint8Array;

            /** NewTransaction txType. */
            txType: string;

            /** NewTransaction from. */
            from: Uint8Array;

            /** NewTransaction to. */
            to: Uint8Array;

            /** NewTransaction amountQuanta. */
            amountQuanta: string;

            /** NewTransaction amountUnits. */
            amountUnits: string;

            /** NewTransaction token. */
            token: string;

            /** NewTransaction failed. */
            failed: boolean;

            /** NewTransaction blockHeight. */
            blockHeight: number;

            /** NewTransaction timestamp. */
            timestamp: number;

            /** NewTransaction seq. */
            seq: number;

            /**
             * Creates a new NewTransaction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns NewTransaction instance
             */
            static create(properties: rouged.v1.NewTransaction.$Shape): rouged.v1.NewTransaction & rouged.v1.NewTransaction.$Shape;
            static create(properties?: rouged.v1.NewTransaction.$Properties): rouged.v1.NewTransaction;

            /**
             * Encodes the specified NewTransaction message. Does not implicitly {@link rouged.v1.NewTransaction.verify|verify} messages.
             * @param message NewTransaction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.NewTransaction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a NewTransaction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.NewTransaction & rouged.v1.NewTransaction.$Shape} NewTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.NewTransaction & rouged.v1.NewTransaction.$Shape;
        }

        namespace NewTransaction {

            /** Properties of a NewTransaction. */
            interface $Properties {

                /** NewTransaction txHash */
                txHash?: (Uint8Array|null);

                /** NewTransaction txType */
                txType?: (string|null);

                /** NewTransaction from */
                from?: (Uint8Array|null);

                /** NewTransaction to */
                to?: (Uint8Array|null);

                /** NewTransaction amountQuanta */
                amountQuanta?: (string|null);

                /** NewTransaction amountUnits */
                amountUnits?: (string|null);

                /** NewTransaction token */
                token?: (string|null);

                /** NewTransaction failed */
                failed?: (boolean|null);

                /** NewTransaction blockHeight */
                blockHeight?: (number|null);

                /** NewTransaction timestamp */
                timestamp?: (number|null);

                /** NewTransaction seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a NewTransaction. */
            type $Shape = rouged.v1.NewTransaction.$Properties;
        }

        /**
         * Properties of a BalanceUpdate.
         * @deprecated Use rouged.v1.BalanceUpdate.$Properties instead.
         */
        interface IBalanceUpdate extends rouged.v1.BalanceUpdate.$Properties {
        }

        /** Represents a BalanceUpdate. */
        class BalanceUpdate {

            /**
             * Constructs a new BalanceUpdate.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BalanceUpdate.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BalanceUpdate account. */
            account: Uint8Array;

            /** BalanceUpdate token. */
            token: string;

            /** BalanceUpdate newBalance. */
            newBalance: string;

            /** BalanceUpdate blockHeight. */
            blockHeight: number;

            /** BalanceUpdate seq. */
            seq: number;

            /**
             * Creates a new BalanceUpdate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BalanceUpdate instance
             */
            static create(properties: rouged.v1.BalanceUpdate.$Shape): rouged.v1.BalanceUpdate & rouged.v1.BalanceUpdate.$Shape;
            static create(properties?: rouged.v1.BalanceUpdate.$Properties): rouged.v1.BalanceUpdate;

            /**
             * Encodes the specified BalanceUpdate message. Does not implicitly {@link rouged.v1.BalanceUpdate.verify|verify} messages.
             * @param message BalanceUpdate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BalanceUpdate.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BalanceUpdate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BalanceUpdate & rouged.v1.BalanceUpdate.$Shape} BalanceUpdate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BalanceUpdate & rouged.v1.BalanceUpdate.$Shape;
        }

        namespace BalanceUpdate {

            /** Properties of a BalanceUpdate. */
            interface $Properties {

                /** BalanceUpdate account */
                account?: (Uint8Array|null);

                /** BalanceUpdate token */
                token?: (string|null);

                /** BalanceUpdate newBalance */
                newBalance?: (string|null);

                /** BalanceUpdate blockHeight */
                blockHeight?: (number|null);

                /** BalanceUpdate seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BalanceUpdate. */
            type $Shape = rouged.v1.BalanceUpdate.$Properties;
        }
    }
}
