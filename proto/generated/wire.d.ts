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

            /** Block certificate. */
            certificate?: (rouged.v1.Certificate.$Properties|null);

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

                /** Block certificate */
                certificate?: (rouged.v1.Certificate.$Properties|null);

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
         * Properties of a CandidateRecord.
         * @deprecated Use rouged.v1.CandidateRecord.$Properties instead.
         */
        interface ICandidateRecord extends rouged.v1.CandidateRecord.$Properties {
        }

        /** Represents a CandidateRecord. */
        class CandidateRecord {

            /**
             * Constructs a new CandidateRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.CandidateRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** CandidateRecord blocks. */
            blocks: Uint8Array[];

            /**
             * Creates a new CandidateRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CandidateRecord instance
             */
            static create(properties: rouged.v1.CandidateRecord.$Shape): rouged.v1.CandidateRecord & rouged.v1.CandidateRecord.$Shape;
            static create(properties?: rouged.v1.CandidateRecord.$Properties): rouged.v1.CandidateRecord;

            /**
             * Encodes the specified CandidateRecord message. Does not implicitly {@link rouged.v1.CandidateRecord.verify|verify} messages.
             * @param message CandidateRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.CandidateRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CandidateRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.CandidateRecord & rouged.v1.CandidateRecord.$Shape} CandidateRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.CandidateRecord & rouged.v1.CandidateRecord.$Shape;
        }

        namespace CandidateRecord {

            /** Properties of a CandidateRecord. */
            interface $Properties {

                /** CandidateRecord blocks */
                blocks?: (Uint8Array[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a CandidateRecord. */
            type $Shape = rouged.v1.CandidateRecord.$Properties;
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
         * Properties of an EvidenceRecord.
         * @deprecated Use rouged.v1.EvidenceRecord.$Properties instead.
         */
        interface IEvidenceRecord extends rouged.v1.EvidenceRecord.$Properties {
        }

        /** Represents an EvidenceRecord. */
        class EvidenceRecord {

            /**
             * Constructs a new EvidenceRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.EvidenceRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** EvidenceRecord pieces. */
            pieces: Uint8Array[];

            /**
             * Creates a new EvidenceRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns EvidenceRecord instance
             */
            static create(properties: rouged.v1.EvidenceRecord.$Shape): rouged.v1.EvidenceRecord & rouged.v1.EvidenceRecord.$Shape;
            static create(properties?: rouged.v1.EvidenceRecord.$Properties): rouged.v1.EvidenceRecord;

            /**
             * Encodes the specified EvidenceRecord message. Does not implicitly {@link rouged.v1.EvidenceRecord.verify|verify} messages.
             * @param message EvidenceRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.EvidenceRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an EvidenceRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.EvidenceRecord & rouged.v1.EvidenceRecord.$Shape} EvidenceRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.EvidenceRecord & rouged.v1.EvidenceRecord.$Shape;
        }

        namespace EvidenceRecord {

            /** Properties of an EvidenceRecord. */
            interface $Properties {

                /** EvidenceRecord pieces */
                pieces?: (Uint8Array[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an EvidenceRecord. */
            type $Shape = rouged.v1.EvidenceRecord.$Properties;
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
         * Properties of a SnapshotManifest.
         * @deprecated Use rouged.v1.SnapshotManifest.$Properties instead.
         */
        interface ISnapshotManifest extends rouged.v1.SnapshotManifest.$Properties {
        }

        /** Represents a SnapshotManifest. */
        class SnapshotManifest {

            /**
             * Constructs a new SnapshotManifest.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotManifest.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotManifest version. */
            version: number;

            /** SnapshotManifest chainId. */
            chainId: string;

            /** SnapshotManifest genesisHash. */
            genesisHash: Uint8Array;

            /** SnapshotManifest height. */
            height: number;

            /** SnapshotManifest blockHash. */
            blockHash: Uint8Array;

            /** SnapshotManifest header. */
            header: Uint8Array;

            /** SnapshotManifest proposerSignature. */
            proposerSignature: Uint8Array;

            /** SnapshotManifest certificate. */
            certificate?: (rouged.v1.Certificate.$Properties|null);

            /** SnapshotManifest stateRoot. */
            stateRoot: Uint8Array;

            /** SnapshotManifest chunks. */
            chunks: rouged.v1.SnapshotChunk.$Properties[];

            /** SnapshotManifest recent. */
            recent: rouged.v1.SnapshotRecent.$Properties[];

            /** SnapshotManifest firstEvent. */
            firstEvent: number;

            /** SnapshotManifest balanceEvents. */
            balanceEvents: number;

            /** SnapshotManifest seal. */
            seal: Uint8Array;

            /** SnapshotManifest contractEvents. */
            contractEvents: number;

            /**
             * Creates a new SnapshotManifest instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotManifest instance
             */
            static create(properties: rouged.v1.SnapshotManifest.$Shape): rouged.v1.SnapshotManifest & rouged.v1.SnapshotManifest.$Shape;
            static create(properties?: rouged.v1.SnapshotManifest.$Properties): rouged.v1.SnapshotManifest;

            /**
             * Encodes the specified SnapshotManifest message. Does not implicitly {@link rouged.v1.SnapshotManifest.verify|verify} messages.
             * @param message SnapshotManifest message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotManifest.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotManifest message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotManifest & rouged.v1.SnapshotManifest.$Shape} SnapshotManifest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotManifest & rouged.v1.SnapshotManifest.$Shape;
        }

        namespace SnapshotManifest {

            /** Properties of a SnapshotManifest. */
            interface $Properties {

                /** SnapshotManifest version */
                version?: (number|null);

                /** SnapshotManifest chainId */
                chainId?: (string|null);

                /** SnapshotManifest genesisHash */
                genesisHash?: (Uint8Array|null);

                /** SnapshotManifest height */
                height?: (number|null);

                /** SnapshotManifest blockHash */
                blockHash?: (Uint8Array|null);

                /** SnapshotManifest header */
                header?: (Uint8Array|null);

                /** SnapshotManifest proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** SnapshotManifest certificate */
                certificate?: (rouged.v1.Certificate.$Properties|null);

                /** SnapshotManifest stateRoot */
                stateRoot?: (Uint8Array|null);

                /** SnapshotManifest chunks */
                chunks?: (rouged.v1.SnapshotChunk.$Properties[]|null);

                /** SnapshotManifest recent */
                recent?: (rouged.v1.SnapshotRecent.$Properties[]|null);

                /** SnapshotManifest firstEvent */
                firstEvent?: (number|null);

                /** SnapshotManifest balanceEvents */
                balanceEvents?: (number|null);

                /** SnapshotManifest seal */
                seal?: (Uint8Array|null);

                /** SnapshotManifest contractEvents */
                contractEvents?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotManifest. */
            type $Shape = rouged.v1.SnapshotManifest.$Properties;
        }

        /**
         * Properties of a SnapshotChunk.
         * @deprecated Use rouged.v1.SnapshotChunk.$Properties instead.
         */
        interface ISnapshotChunk extends rouged.v1.SnapshotChunk.$Properties {
        }

        /** Represents a SnapshotChunk. */
        class SnapshotChunk {

            /**
             * Constructs a new SnapshotChunk.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotChunk.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotChunk bits. */
            bits: number;

            /** SnapshotChunk prefix. */
            prefix: Uint8Array;

            /** SnapshotChunk hash. */
            hash: Uint8Array;

            /** SnapshotChunk size. */
            size: number;

            /**
             * Creates a new SnapshotChunk instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotChunk instance
             */
            static create(properties: rouged.v1.SnapshotChunk.$Shape): rouged.v1.SnapshotChunk & rouged.v1.SnapshotChunk.$Shape;
            static create(properties?: rouged.v1.SnapshotChunk.$Properties): rouged.v1.SnapshotChunk;

            /**
             * Encodes the specified SnapshotChunk message. Does not implicitly {@link rouged.v1.SnapshotChunk.verify|verify} messages.
             * @param message SnapshotChunk message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotChunk.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotChunk message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotChunk & rouged.v1.SnapshotChunk.$Shape} SnapshotChunk
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotChunk & rouged.v1.SnapshotChunk.$Shape;
        }

        namespace SnapshotChunk {

            /** Properties of a SnapshotChunk. */
            interface $Properties {

                /** SnapshotChunk bits */
                bits?: (number|null);

                /** SnapshotChunk prefix */
                prefix?: (Uint8Array|null);

                /** SnapshotChunk hash */
                hash?: (Uint8Array|null);

                /** SnapshotChunk size */
                size?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotChunk. */
            type $Shape = rouged.v1.SnapshotChunk.$Properties;
        }

        /**
         * Properties of a SnapshotRecent.
         * @deprecated Use rouged.v1.SnapshotRecent.$Properties instead.
         */
        interface ISnapshotRecent extends rouged.v1.SnapshotRecent.$Properties {
        }

        /** Represents a SnapshotRecent. */
        class SnapshotRecent {

            /**
             * Constructs a new SnapshotRecent.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotRecent.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotRecent firstHeight. */
            firstHeight: number;

            /** SnapshotRecent lastHeight. */
            lastHeight: number;

            /** SnapshotRecent hash. */
            hash: Uint8Array;

            /** SnapshotRecent size. */
            size: number;

            /**
             * Creates a new SnapshotRecent instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotRecent instance
             */
            static create(properties: rouged.v1.SnapshotRecent.$Shape): rouged.v1.SnapshotRecent & rouged.v1.SnapshotRecent.$Shape;
            static create(properties?: rouged.v1.SnapshotRecent.$Properties): rouged.v1.SnapshotRecent;

            /**
             * Encodes the specified SnapshotRecent message. Does not implicitly {@link rouged.v1.SnapshotRecent.verify|verify} messages.
             * @param message SnapshotRecent message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotRecent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotRecent message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotRecent & rouged.v1.SnapshotRecent.$Shape} SnapshotRecent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotRecent & rouged.v1.SnapshotRecent.$Shape;
        }

        namespace SnapshotRecent {

            /** Properties of a SnapshotRecent. */
            interface $Properties {

                /** SnapshotRecent firstHeight */
                firstHeight?: (number|null);

                /** SnapshotRecent lastHeight */
                lastHeight?: (number|null);

                /** SnapshotRecent hash */
                hash?: (Uint8Array|null);

                /** SnapshotRecent size */
                size?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotRecent. */
            type $Shape = rouged.v1.SnapshotRecent.$Properties;
        }

        /**
         * Properties of a StateChunk.
         * @deprecated Use rouged.v1.StateChunk.$Properties instead.
         */
        interface IStateChunk extends rouged.v1.StateChunk.$Properties {
        }

        /** Represents a StateChunk. */
        class StateChunk {

            /**
             * Constructs a new StateChunk.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StateChunk.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StateChunk records. */
            records: rouged.v1.StateRecord.$Properties[];

            /** StateChunk siblings. */
            siblings: Uint8Array[];

            /**
             * Creates a new StateChunk instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StateChunk instance
             */
            static create(properties: rouged.v1.StateChunk.$Shape): rouged.v1.StateChunk & rouged.v1.StateChunk.$Shape;
            static create(properties?: rouged.v1.StateChunk.$Properties): rouged.v1.StateChunk;

            /**
             * Encodes the specified StateChunk message. Does not implicitly {@link rouged.v1.StateChunk.verify|verify} messages.
             * @param message StateChunk message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StateChunk.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StateChunk message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StateChunk & rouged.v1.StateChunk.$Shape} StateChunk
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StateChunk & rouged.v1.StateChunk.$Shape;
        }

        namespace StateChunk {

            /** Properties of a StateChunk. */
            interface $Properties {

                /** StateChunk records */
                records?: (rouged.v1.StateRecord.$Properties[]|null);

                /** StateChunk siblings */
                siblings?: (Uint8Array[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StateChunk. */
            type $Shape = rouged.v1.StateChunk.$Properties;
        }

        /**
         * Properties of a StateRecord.
         * @deprecated Use rouged.v1.StateRecord.$Properties instead.
         */
        interface IStateRecord extends rouged.v1.StateRecord.$Properties {
        }

        /** Represents a StateRecord. */
        class StateRecord {

            /**
             * Constructs a new StateRecord.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StateRecord.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StateRecord key. */
            key: Uint8Array;

            /** StateRecord value. */
            value: Uint8Array;

            /** StateRecord publicKey. */
            publicKey: Uint8Array;

            /**
             * Creates a new StateRecord instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StateRecord instance
             */
            static create(properties: rouged.v1.StateRecord.$Shape): rouged.v1.StateRecord & rouged.v1.StateRecord.$Shape;
            static create(properties?: rouged.v1.StateRecord.$Properties): rouged.v1.StateRecord;

            /**
             * Encodes the specified StateRecord message. Does not implicitly {@link rouged.v1.StateRecord.verify|verify} messages.
             * @param message StateRecord message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StateRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StateRecord message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StateRecord & rouged.v1.StateRecord.$Shape} StateRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StateRecord & rouged.v1.StateRecord.$Shape;
        }

        namespace StateRecord {

            /** Properties of a StateRecord. */
            interface $Properties {

                /** StateRecord key */
                key?: (Uint8Array|null);

                /** StateRecord value */
                value?: (Uint8Array|null);

                /** StateRecord publicKey */
                publicKey?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StateRecord. */
            type $Shape = rouged.v1.StateRecord.$Properties;
        }

        /**
         * Properties of a RecentBlocks.
         * @deprecated Use rouged.v1.RecentBlocks.$Properties instead.
         */
        interface IRecentBlocks extends rouged.v1.RecentBlocks.$Properties {
        }

        /** Represents a RecentBlocks. */
        class RecentBlocks {

            /**
             * Constructs a new RecentBlocks.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.RecentBlocks.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** RecentBlocks blocks. */
            blocks: rouged.v1.RecentBlock.$Properties[];

            /**
             * Creates a new RecentBlocks instance using the specified properties.
             * @param [properties] Properties to set
             * @returns RecentBlocks instance
             */
            static create(properties: rouged.v1.RecentBlocks.$Shape): rouged.v1.RecentBlocks & rouged.v1.RecentBlocks.$Shape;
            static create(properties?: rouged.v1.RecentBlocks.$Properties): rouged.v1.RecentBlocks;

            /**
             * Encodes the specified RecentBlocks message. Does not implicitly {@link rouged.v1.RecentBlocks.verify|verify} messages.
             * @param message RecentBlocks message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.RecentBlocks.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a RecentBlocks message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.RecentBlocks & rouged.v1.RecentBlocks.$Shape} RecentBlocks
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.RecentBlocks & rouged.v1.RecentBlocks.$Shape;
        }

        namespace RecentBlocks {

            /** Properties of a RecentBlocks. */
            interface $Properties {

                /** RecentBlocks blocks */
                blocks?: (rouged.v1.RecentBlock.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a RecentBlocks. */
            type $Shape = rouged.v1.RecentBlocks.$Properties;
        }

        /**
         * Properties of a RecentBlock.
         * @deprecated Use rouged.v1.RecentBlock.$Properties instead.
         */
        interface IRecentBlock extends rouged.v1.RecentBlock.$Properties {
        }

        /** Represents a RecentBlock. */
        class RecentBlock {

            /**
             * Constructs a new RecentBlock.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.RecentBlock.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** RecentBlock header. */
            header: Uint8Array;

            /** RecentBlock proposerSignature. */
            proposerSignature: Uint8Array;

            /** RecentBlock transactions. */
            transactions: rouged.v1.RecentTransaction.$Properties[];

            /**
             * Creates a new RecentBlock instance using the specified properties.
             * @param [properties] Properties to set
             * @returns RecentBlock instance
             */
            static create(properties: rouged.v1.RecentBlock.$Shape): rouged.v1.RecentBlock & rouged.v1.RecentBlock.$Shape;
            static create(properties?: rouged.v1.RecentBlock.$Properties): rouged.v1.RecentBlock;

            /**
             * Encodes the specified RecentBlock message. Does not implicitly {@link rouged.v1.RecentBlock.verify|verify} messages.
             * @param message RecentBlock message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.RecentBlock.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a RecentBlock message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.RecentBlock & rouged.v1.RecentBlock.$Shape} RecentBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.RecentBlock & rouged.v1.RecentBlock.$Shape;
        }

        namespace RecentBlock {

            /** Properties of a RecentBlock. */
            interface $Properties {

                /** RecentBlock header */
                header?: (Uint8Array|null);

                /** RecentBlock proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** RecentBlock transactions */
                transactions?: (rouged.v1.RecentTransaction.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a RecentBlock. */
            type $Shape = rouged.v1.RecentBlock.$Properties;
        }

        /**
         * Properties of a RecentTransaction.
         * @deprecated Use rouged.v1.RecentTransaction.$Properties instead.
         */
        interface IRecentTransaction extends rouged.v1.RecentTransaction.$Properties {
        }

        /** Represents a RecentTransaction. */
        class RecentTransaction {

            /**
             * Constructs a new RecentTransaction.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.RecentTransaction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** RecentTransaction account. */
            account: Uint8Array;

            /** RecentTransaction text. */
            text: Uint8Array;

            /** RecentTransaction keyAt. */
            keyAt: number;

            /** RecentTransaction signatureHash. */
            signatureHash: Uint8Array;

            /**
             * Creates a new RecentTransaction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns RecentTransaction instance
             */
            static create(properties: rouged.v1.RecentTransaction.$Shape): rouged.v1.RecentTransaction & rouged.v1.RecentTransaction.$Shape;
            static create(properties?: rouged.v1.RecentTransaction.$Properties): rouged.v1.RecentTransaction;

            /**
             * Encodes the specified RecentTransaction message. Does not implicitly {@link rouged.v1.RecentTransaction.verify|verify} messages.
             * @param message RecentTransaction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.RecentTransaction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a RecentTransaction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.RecentTransaction & rouged.v1.RecentTransaction.$Shape} RecentTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.RecentTransaction & rouged.v1.RecentTransaction.$Shape;
        }

        namespace RecentTransaction {

            /** Properties of a RecentTransaction. */
            interface $Properties {

                /** RecentTransaction account */
                account?: (Uint8Array|null);

                /** RecentTransaction text */
                text?: (Uint8Array|null);

                /** RecentTransaction keyAt */
                keyAt?: (number|null);

                /** RecentTransaction signatureHash */
                signatureHash?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a RecentTransaction. */
            type $Shape = rouged.v1.RecentTransaction.$Properties;
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
         * Properties of a PeerHello.
         * @deprecated Use rouged.v1.PeerHello.$Properties instead.
         */
        interface IPeerHello extends rouged.v1.PeerHello.$Properties {
        }

        /** Represents a PeerHello. */
        class PeerHello {

            /**
             * Constructs a new PeerHello.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerHello.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerHello version. */
            version: number;

            /** PeerHello chainId. */
            chainId: string;

            /** PeerHello genesis. */
            genesis: Uint8Array;

            /** PeerHello publicKey. */
            publicKey: Uint8Array;

            /** PeerHello nonce. */
            nonce: Uint8Array;

            /** PeerHello kemKey. */
            kemKey: Uint8Array;

            /**
             * Creates a new PeerHello instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerHello instance
             */
            static create(properties: rouged.v1.PeerHello.$Shape): rouged.v1.PeerHello & rouged.v1.PeerHello.$Shape;
            static create(properties?: rouged.v1.PeerHello.$Properties): rouged.v1.PeerHello;

            /**
             * Encodes the specified PeerHello message. Does not implicitly {@link rouged.v1.PeerHello.verify|verify} messages.
             * @param message PeerHello message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerHello.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerHello message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerHello & rouged.v1.PeerHello.$Shape} PeerHello
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerHello & rouged.v1.PeerHello.$Shape;
        }

        namespace PeerHello {

            /** Properties of a PeerHello. */
            interface $Properties {

                /** PeerHello version */
                version?: (number|null);

                /** PeerHello chainId */
                chainId?: (string|null);

                /** PeerHello genesis */
                genesis?: (Uint8Array|null);

                /** PeerHello publicKey */
                publicKey?: (Uint8Array|null);

                /** PeerHello nonce */
                nonce?: (Uint8Array|null);

                /** PeerHello kemKey */
                kemKey?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerHello. */
            type $Shape = rouged.v1.PeerHello.$Properties;
        }

        /**
         * Properties of a PeerWelcome.
         * @deprecated Use rouged.v1.PeerWelcome.$Properties instead.
         */
        interface IPeerWelcome extends rouged.v1.PeerWelcome.$Properties {
        }

        /** Represents a PeerWelcome. */
        class PeerWelcome {

            /**
             * Constructs a new PeerWelcome.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerWelcome.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerWelcome version. */
            version: number;

            /** PeerWelcome chainId. */
            chainId: string;

            /** PeerWelcome genesis. */
            genesis: Uint8Array;

            /** PeerWelcome publicKey. */
            publicKey: Uint8Array;

            /** PeerWelcome nonce. */
            nonce: Uint8Array;

            /** PeerWelcome ciphertext. */
            ciphertext: Uint8Array;

            /** PeerWelcome signature. */
            signature: Uint8Array;

            /**
             * Creates a new PeerWelcome instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerWelcome instance
             */
            static create(properties: rouged.v1.PeerWelcome.$Shape): rouged.v1.PeerWelcome & rouged.v1.PeerWelcome.$Shape;
            static create(properties?: rouged.v1.PeerWelcome.$Properties): rouged.v1.PeerWelcome;

            /**
             * Encodes the specified PeerWelcome message. Does not implicitly {@link rouged.v1.PeerWelcome.verify|verify} messages.
             * @param message PeerWelcome message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerWelcome.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerWelcome message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerWelcome & rouged.v1.PeerWelcome.$Shape} PeerWelcome
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerWelcome & rouged.v1.PeerWelcome.$Shape;
        }

        namespace PeerWelcome {

            /** Properties of a PeerWelcome. */
            interface $Properties {

                /** PeerWelcome version */
                version?: (number|null);

                /** PeerWelcome chainId */
                chainId?: (string|null);

                /** PeerWelcome genesis */
                genesis?: (Uint8Array|null);

                /** PeerWelcome publicKey */
                publicKey?: (Uint8Array|null);

                /** PeerWelcome nonce */
                nonce?: (Uint8Array|null);

                /** PeerWelcome ciphertext */
                ciphertext?: (Uint8Array|null);

                /** PeerWelcome signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerWelcome. */
            type $Shape = rouged.v1.PeerWelcome.$Properties;
        }

        /**
         * Properties of a PeerProof.
         * @deprecated Use rouged.v1.PeerProof.$Properties instead.
         */
        interface IPeerProof extends rouged.v1.PeerProof.$Properties {
        }

        /** Represents a PeerProof. */
        class PeerProof {

            /**
             * Constructs a new PeerProof.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerProof.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerProof signature. */
            signature: Uint8Array;

            /**
             * Creates a new PeerProof instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerProof instance
             */
            static create(properties: rouged.v1.PeerProof.$Shape): rouged.v1.PeerProof & rouged.v1.PeerProof.$Shape;
            static create(properties?: rouged.v1.PeerProof.$Properties): rouged.v1.PeerProof;

            /**
             * Encodes the specified PeerProof message. Does not implicitly {@link rouged.v1.PeerProof.verify|verify} messages.
             * @param message PeerProof message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerProof.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerProof message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerProof & rouged.v1.PeerProof.$Shape} PeerProof
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerProof & rouged.v1.PeerProof.$Shape;
        }

        namespace PeerProof {

            /** Properties of a PeerProof. */
            interface $Properties {

                /** PeerProof signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerProof. */
            type $Shape = rouged.v1.PeerProof.$Properties;
        }

        /** PeerSignal enum. */
        enum PeerSignal {

            /** NONE value */
            NONE = 0,

            /** READY value */
            READY = 1,

            /** PING value */
            PING = 2,

            /** PONG value */
            PONG = 3
        }

        /**
         * Properties of a PeerPart.
         * @deprecated Use rouged.v1.PeerPart.$Properties instead.
         */
        interface IPeerPart extends rouged.v1.PeerPart.$Properties {
        }

        /** Represents a PeerPart. */
        class PeerPart {

            /**
             * Constructs a new PeerPart.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerPart.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerPart message. */
            message: number;

            /** PeerPart length. */
            length: number;

            /** PeerPart bytes. */
            bytes: Uint8Array;

            /** PeerPart signal. */
            signal: rouged.v1.PeerSignal;

            /**
             * Creates a new PeerPart instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerPart instance
             */
            static create(properties: rouged.v1.PeerPart.$Shape): rouged.v1.PeerPart & rouged.v1.PeerPart.$Shape;
            static create(properties?: rouged.v1.PeerPart.$Properties): rouged.v1.PeerPart;

            /**
             * Encodes the specified PeerPart message. Does not implicitly {@link rouged.v1.PeerPart.verify|verify} messages.
             * @param message PeerPart message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerPart.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerPart message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerPart & rouged.v1.PeerPart.$Shape} PeerPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerPart & rouged.v1.PeerPart.$Shape;
        }

        namespace PeerPart {

            /** Properties of a PeerPart. */
            interface $Properties {

                /** PeerPart message */
                message?: (number|null);

                /** PeerPart length */
                length?: (number|null);

                /** PeerPart bytes */
                bytes?: (Uint8Array|null);

                /** PeerPart signal */
                signal?: (rouged.v1.PeerSignal|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerPart. */
            type $Shape = rouged.v1.PeerPart.$Properties;
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

            /** StreamRequest auth. */
            auth?: (string|null);

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

                /** StreamRequest auth */
                auth?: (string|null);

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

            /** StreamFrame transactionDropped. */
            transactionDropped?: (rouged.v1.TransactionDropped.$Properties|null);

            /** StreamFrame contractEvent. */
            contractEvent?: (rouged.v1.ContractEvent.$Properties|null);

            /** StreamFrame authError. */
            authError?: (rouged.v1.StreamAuthError.$Properties|null);

            /** StreamFrame privateEvent. */
            privateEvent?: (rouged.v1.PrivateEvent.$Properties|null);

            /** StreamFrame relayEvent. */
            relayEvent?: (rouged.v1.RelayEvent.$Properties|null);

            /** StreamFrame frame. */
            frame?: ("stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"|"transactionDropped"|"contractEvent"|"authError"|"privateEvent"|"relayEvent");

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

                /** StreamFrame transactionDropped */
                transactionDropped?: (rouged.v1.TransactionDropped.$Properties|null);

                /** StreamFrame contractEvent */
                contractEvent?: (rouged.v1.ContractEvent.$Properties|null);

                /** StreamFrame authError */
                authError?: (rouged.v1.StreamAuthError.$Properties|null);

                /** StreamFrame privateEvent */
                privateEvent?: (rouged.v1.PrivateEvent.$Properties|null);

                /** StreamFrame relayEvent */
                relayEvent?: (rouged.v1.RelayEvent.$Properties|null);

                /** StreamFrame frame */
                frame?: ("stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"|"transactionDropped"|"contractEvent"|"authError"|"privateEvent"|"relayEvent");

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
              transactionDropped?: rouged.v1.TransactionDropped.$Shape|null;
              contractEvent?: rouged.v1.ContractEvent.$Shape|null;
              authError?: rouged.v1.StreamAuthError.$Shape|null;
              privateEvent?: rouged.v1.PrivateEvent.$Shape|null;
              relayEvent?: rouged.v1.RelayEvent.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ frame?: undefined; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "stats"; stats: rouged.v1.StreamStats.$Shape; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "subscribed"; stats?: null; subscribed: rouged.v1.StreamSubscribed.$Shape; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "resumed"; stats?: null; subscribed?: null; resumed: rouged.v1.StreamResumed.$Shape; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "error"; stats?: null; subscribed?: null; resumed?: null; error: rouged.v1.StreamError.$Shape; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "newBlock"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock: rouged.v1.NewBlock.$Shape; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "newTransaction"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction: rouged.v1.NewTransaction.$Shape; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "balanceUpdate"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate: rouged.v1.BalanceUpdate.$Shape; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "transactionDropped"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped: rouged.v1.TransactionDropped.$Shape; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "contractEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent: rouged.v1.ContractEvent.$Shape; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "authError"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError: rouged.v1.StreamAuthError.$Shape; privateEvent?: null; relayEvent?: null }|{ frame?: "privateEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent: rouged.v1.PrivateEvent.$Shape; relayEvent?: null }|{ frame?: "relayEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent: rouged.v1.RelayEvent.$Shape })
            );
        }

        /** RelayTopic enum. */
        enum RelayTopic {

            /** RELAY_NONE value */
            RELAY_NONE = 0,

            /** RELAY_BLOCKS value */
            RELAY_BLOCKS = 1,

            /** RELAY_TRANSACTIONS value */
            RELAY_TRANSACTIONS = 2,

            /** RELAY_STATS value */
            RELAY_STATS = 3,

            /** RELAY_CONTRACTS value */
            RELAY_CONTRACTS = 4
        }

        /**
         * Properties of a RelayEvent.
         * @deprecated Use rouged.v1.RelayEvent.$Properties instead.
         */
        interface IRelayEvent extends rouged.v1.RelayEvent.$Properties {
        }

        /** Represents a RelayEvent. */
        class RelayEvent {

            /**
             * Constructs a new RelayEvent.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.RelayEvent.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** RelayEvent seq. */
            seq: number;

            /** RelayEvent topic. */
            topic: rouged.v1.RelayTopic;

            /** RelayEvent accounts. */
            accounts: Uint8Array[];

            /** RelayEvent tokens. */
            tokens: string[];

            /** RelayEvent contract. */
            contract: Uint8Array;

            /** RelayEvent json. */
            json: Uint8Array;

            /** RelayEvent protobuf. */
            protobuf: Uint8Array;

            /** RelayEvent passing. */
            passing: boolean;

            /**
             * Creates a new RelayEvent instance using the specified properties.
             * @param [properties] Properties to set
             * @returns RelayEvent instance
             */
            static create(properties: rouged.v1.RelayEvent.$Shape): rouged.v1.RelayEvent & rouged.v1.RelayEvent.$Shape;
            static create(properties?: rouged.v1.RelayEvent.$Properties): rouged.v1.RelayEvent;

            /**
             * Encodes the specified RelayEvent message. Does not implicitly {@link rouged.v1.RelayEvent.verify|verify} messages.
             * @param message RelayEvent message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.RelayEvent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a RelayEvent message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.RelayEvent & rouged.v1.RelayEvent.$Shape} RelayEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.RelayEvent & rouged.v1.RelayEvent.$Shape;
        }

        namespace RelayEvent {

            /** Properties of a RelayEvent. */
            interface $Properties {

                /** RelayEvent seq */
                seq?: (number|null);

                /** RelayEvent topic */
                topic?: (rouged.v1.RelayTopic|null);

                /** RelayEvent accounts */
                accounts?: (Uint8Array[]|null);

                /** RelayEvent tokens */
                tokens?: (string[]|null);

                /** RelayEvent contract */
                contract?: (Uint8Array|null);

                /** RelayEvent json */
                json?: (Uint8Array|null);

                /** RelayEvent protobuf */
                protobuf?: (Uint8Array|null);

                /** RelayEvent passing */
                passing?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a RelayEvent. */
            type $Shape = rouged.v1.RelayEvent.$Properties;
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
         * Properties of a StreamAuthError.
         * @deprecated Use rouged.v1.StreamAuthError.$Properties instead.
         */
        interface IStreamAuthError extends rouged.v1.StreamAuthError.$Properties {
        }

        /** Represents a StreamAuthError. */
        class StreamAuthError {

            /**
             * Constructs a new StreamAuthError.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.StreamAuthError.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** StreamAuthError error. */
            error: string;

            /** StreamAuthError code. */
            code: string;

            /**
             * Creates a new StreamAuthError instance using the specified properties.
             * @param [properties] Properties to set
             * @returns StreamAuthError instance
             */
            static create(properties: rouged.v1.StreamAuthError.$Shape): rouged.v1.StreamAuthError & rouged.v1.StreamAuthError.$Shape;
            static create(properties?: rouged.v1.StreamAuthError.$Properties): rouged.v1.StreamAuthError;

            /**
             * Encodes the specified StreamAuthError message. Does not implicitly {@link rouged.v1.StreamAuthError.verify|verify} messages.
             * @param message StreamAuthError message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.StreamAuthError.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StreamAuthError message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.StreamAuthError & rouged.v1.StreamAuthError.$Shape} StreamAuthError
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.StreamAuthError & rouged.v1.StreamAuthError.$Shape;
        }

        namespace StreamAuthError {

            /** Properties of a StreamAuthError. */
            interface $Properties {

                /** StreamAuthError error */
                error?: (string|null);

                /** StreamAuthError code */
                code?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a StreamAuthError. */
            type $Shape = rouged.v1.StreamAuthError.$Properties;
        }

        /**
         * Properties of a PrivateEvent.
         * @deprecated Use rouged.v1.PrivateEvent.$Properties instead.
         */
        interface IPrivateEvent extends rouged.v1.PrivateEvent.$Properties {
        }

        /** Represents a PrivateEvent. */
        class PrivateEvent {

            /**
             * Constructs a new PrivateEvent.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PrivateEvent.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PrivateEvent type. */
            type: string;

            /** PrivateEvent json. */
            json: string;

            /**
             * Creates a new PrivateEvent instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PrivateEvent instance
             */
            static create(properties: rouged.v1.PrivateEvent.$Shape): rouged.v1.PrivateEvent & rouged.v1.PrivateEvent.$Shape;
            static create(properties?: rouged.v1.PrivateEvent.$Properties): rouged.v1.PrivateEvent;

            /**
             * Encodes the specified PrivateEvent message. Does not implicitly {@link rouged.v1.PrivateEvent.verify|verify} messages.
             * @param message PrivateEvent message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PrivateEvent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PrivateEvent message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PrivateEvent & rouged.v1.PrivateEvent.$Shape} PrivateEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PrivateEvent & rouged.v1.PrivateEvent.$Shape;
        }

        namespace PrivateEvent {

            /** Properties of a PrivateEvent. */
            interface $Properties {

                /** PrivateEvent type */
                type?: (string|null);

                /** PrivateEvent json */
                json?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PrivateEvent. */
            type $Shape = rouged.v1.PrivateEvent.$Properties;
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
         * Properties of a TransactionDropped.
         * @deprecated Use rouged.v1.TransactionDropped.$Properties instead.
         */
        interface ITransactionDropped extends rouged.v1.TransactionDropped.$Properties {
        }

        /** Represents a TransactionDropped. */
        class TransactionDropped {

            /**
             * Constructs a new TransactionDropped.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.TransactionDropped.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** TransactionDropped txHash. */
            txHash: Uint8Array;

            /** TransactionDropped from. */
            from: Uint8Array;

            /** TransactionDropped code. */
            code: string;

            /** TransactionDropped error. */
            error: string;

            /** TransactionDropped seq. */
            seq: number;

            /**
             * Creates a new TransactionDropped instance using the specified properties.
             * @param [properties] Properties to set
             * @returns TransactionDropped instance
             */
            static create(properties: rouged.v1.TransactionDropped.$Shape): rouged.v1.TransactionDropped & rouged.v1.TransactionDropped.$Shape;
            static create(properties?: rouged.v1.TransactionDropped.$Properties): rouged.v1.TransactionDropped;

            /**
             * Encodes the specified TransactionDropped message. Does not implicitly {@link rouged.v1.TransactionDropped.verify|verify} messages.
             * @param message TransactionDropped message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.TransactionDropped.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a TransactionDropped message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionDropped & rouged.v1.TransactionDropped.$Shape} TransactionDropped
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.TransactionDropped & rouged.v1.TransactionDropped.$Shape;
        }

        namespace TransactionDropped {

            /** Properties of a TransactionDropped. */
            interface $Properties {

                /** TransactionDropped txHash */
                txHash?: (Uint8Array|null);

                /** TransactionDropped from */
                from?: (Uint8Array|null);

                /** TransactionDropped code */
                code?: (string|null);

                /** TransactionDropped error */
                error?: (string|null);

                /** TransactionDropped seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a TransactionDropped. */
            type $Shape = rouged.v1.TransactionDropped.$Properties;
        }

        /**
         * Properties of a ContractEvent.
         * @deprecated Use rouged.v1.ContractEvent.$Properties instead.
         */
        interface IContractEvent extends rouged.v1.ContractEvent.$Properties {
        }

        /** Represents a ContractEvent. */
        class ContractEvent {

            /**
             * Constructs a new ContractEvent.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ContractEvent.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ContractEvent contractAddr. */
            contractAddr: Uint8Array;

            /** ContractEvent topic. */
            topic: string;

            /** ContractEvent data. */
            data: string;

            /** ContractEvent blockHeight. */
            blockHeight: number;

            /** ContractEvent txHash. */
            txHash: Uint8Array;

            /** ContractEvent seq. */
            seq: number;

            /**
             * Creates a new ContractEvent instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ContractEvent instance
             */
            static create(properties: rouged.v1.ContractEvent.$Shape): rouged.v1.ContractEvent & rouged.v1.ContractEvent.$Shape;
            static create(properties?: rouged.v1.ContractEvent.$Properties): rouged.v1.ContractEvent;

            /**
             * Encodes the specified ContractEvent message. Does not implicitly {@link rouged.v1.ContractEvent.verify|verify} messages.
             * @param message ContractEvent message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ContractEvent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ContractEvent message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ContractEvent & rouged.v1.ContractEvent.$Shape} ContractEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ContractEvent & rouged.v1.ContractEvent.$Shape;
        }

        namespace ContractEvent {

            /** Properties of a ContractEvent. */
            interface $Properties {

                /** ContractEvent contractAddr */
                contractAddr?: (Uint8Array|null);

                /** ContractEvent topic */
                topic?: (string|null);

                /** ContractEvent data */
                data?: (string|null);

                /** ContractEvent blockHeight */
                blockHeight?: (number|null);

                /** ContractEvent txHash */
                txHash?: (Uint8Array|null);

                /** ContractEvent seq */
                seq?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ContractEvent. */
            type $Shape = rouged.v1.ContractEvent.$Properties;
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

        /**
         * Properties of a PeerMessage.
         * @deprecated Use rouged.v1.PeerMessage.$Properties instead.
         */
        interface IPeerMessage extends rouged.v1.PeerMessage.$Properties {
        }

        /** Represents a PeerMessage. */
        class PeerMessage {

            /**
             * Constructs a new PeerMessage.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerMessage.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerMessage introduction. */
            introduction?: (rouged.v1.PeerIntroduction.$Properties|null);

            /** PeerMessage status. */
            status?: (rouged.v1.PeerStatus.$Properties|null);

            /** PeerMessage compactBlock. */
            compactBlock?: (rouged.v1.CompactBlock.$Properties|null);

            /** PeerMessage blockOffer. */
            blockOffer?: (rouged.v1.BlockOffer.$Properties|null);

            /** PeerMessage compactBlockWanted. */
            compactBlockWanted?: (rouged.v1.CompactBlockWanted.$Properties|null);

            /** PeerMessage blockTransactionsWanted. */
            blockTransactionsWanted?: (rouged.v1.BlockTransactionsWanted.$Properties|null);

            /** PeerMessage blockTransactions. */
            blockTransactions?: (rouged.v1.BlockTransactions.$Properties|null);

            /** PeerMessage blocksWanted. */
            blocksWanted?: (rouged.v1.BlocksWanted.$Properties|null);

            /** PeerMessage blockPart. */
            blockPart?: (rouged.v1.BlockPart.$Properties|null);

            /** PeerMessage blocksEnd. */
            blocksEnd?: (rouged.v1.BlocksEnd.$Properties|null);

            /** PeerMessage votes. */
            votes?: (rouged.v1.PeerVotes.$Properties|null);

            /** PeerMessage votesWanted. */
            votesWanted?: (rouged.v1.VotesWanted.$Properties|null);

            /** PeerMessage certificate. */
            certificate?: (rouged.v1.PeerCertificate.$Properties|null);

            /** PeerMessage certificateWanted. */
            certificateWanted?: (rouged.v1.CertificateWanted.$Properties|null);

            /** PeerMessage signedByWanted. */
            signedByWanted?: (rouged.v1.SignedByWanted.$Properties|null);

            /** PeerMessage signedByAnswer. */
            signedByAnswer?: (rouged.v1.SignedByAnswer.$Properties|null);

            /** PeerMessage inventory. */
            inventory?: (rouged.v1.TransactionInventory.$Properties|null);

            /** PeerMessage transactionsWanted. */
            transactionsWanted?: (rouged.v1.TransactionsWanted.$Properties|null);

            /** PeerMessage transactions. */
            transactions?: (rouged.v1.PeerTransactions.$Properties|null);

            /** PeerMessage handover. */
            handover?: (rouged.v1.Handover.$Properties|null);

            /** PeerMessage handoverAnswer. */
            handoverAnswer?: (rouged.v1.HandoverAnswer.$Properties|null);

            /** PeerMessage peersWanted. */
            peersWanted?: (rouged.v1.PeersWanted.$Properties|null);

            /** PeerMessage peers. */
            peers?: (rouged.v1.PeerAddresses.$Properties|null);

            /** PeerMessage evidence. */
            evidence?: (rouged.v1.PeerEvidence.$Properties|null);

            /** PeerMessage ping. */
            ping?: (rouged.v1.Ping.$Properties|null);

            /** PeerMessage pong. */
            pong?: (rouged.v1.Pong.$Properties|null);

            /** PeerMessage goodbye. */
            goodbye?: (rouged.v1.Goodbye.$Properties|null);

            /** PeerMessage keyElsewhere. */
            keyElsewhere?: (rouged.v1.KeyElsewhere.$Properties|null);

            /** PeerMessage snapshotsWanted. */
            snapshotsWanted?: (rouged.v1.SnapshotsWanted.$Properties|null);

            /** PeerMessage snapshotsOffered. */
            snapshotsOffered?: (rouged.v1.SnapshotsOffered.$Properties|null);

            /** PeerMessage snapshotPartWanted. */
            snapshotPartWanted?: (rouged.v1.SnapshotPartWanted.$Properties|null);

            /** PeerMessage snapshotPart. */
            snapshotPart?: (rouged.v1.SnapshotPart.$Properties|null);

            /** PeerMessage headersWanted. */
            headersWanted?: (rouged.v1.HeadersWanted.$Properties|null);

            /** PeerMessage headersPart. */
            headersPart?: (rouged.v1.HeadersPart.$Properties|null);

            /** PeerMessage serviceLogs. */
            serviceLogs?: (rouged.v1.ServiceLogs.$Properties|null);

            /** PeerMessage serviceRunsWanted. */
            serviceRunsWanted?: (rouged.v1.ServiceRunsWanted.$Properties|null);

            /** PeerMessage serviceRuns. */
            serviceRuns?: (rouged.v1.ServiceRuns.$Properties|null);

            /** PeerMessage serviceForward. */
            serviceForward?: (rouged.v1.ServiceForward.$Properties|null);

            /** PeerMessage serviceForwarded. */
            serviceForwarded?: (rouged.v1.ServiceForwarded.$Properties|null);

            /** PeerMessage message. */
            message?: ("introduction"|"status"|"compactBlock"|"blockOffer"|"compactBlockWanted"|"blockTransactionsWanted"|"blockTransactions"|"blocksWanted"|"blockPart"|"blocksEnd"|"votes"|"votesWanted"|"certificate"|"certificateWanted"|"signedByWanted"|"signedByAnswer"|"inventory"|"transactionsWanted"|"transactions"|"handover"|"handoverAnswer"|"peersWanted"|"peers"|"evidence"|"ping"|"pong"|"goodbye"|"keyElsewhere"|"snapshotsWanted"|"snapshotsOffered"|"snapshotPartWanted"|"snapshotPart"|"headersWanted"|"headersPart"|"serviceLogs"|"serviceRunsWanted"|"serviceRuns"|"serviceForward"|"serviceForwarded");

            /**
             * Creates a new PeerMessage instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerMessage instance
             */
            static create(properties: rouged.v1.PeerMessage.$Shape): rouged.v1.PeerMessage & rouged.v1.PeerMessage.$Shape;
            static create(properties?: rouged.v1.PeerMessage.$Properties): rouged.v1.PeerMessage;

            /**
             * Encodes the specified PeerMessage message. Does not implicitly {@link rouged.v1.PeerMessage.verify|verify} messages.
             * @param message PeerMessage message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerMessage.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerMessage message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerMessage & rouged.v1.PeerMessage.$Shape} PeerMessage
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerMessage & rouged.v1.PeerMessage.$Shape;
        }

        namespace PeerMessage {

            /** Properties of a PeerMessage. */
            interface $Properties {

                /** PeerMessage introduction */
                introduction?: (rouged.v1.PeerIntroduction.$Properties|null);

                /** PeerMessage status */
                status?: (rouged.v1.PeerStatus.$Properties|null);

                /** PeerMessage compactBlock */
                compactBlock?: (rouged.v1.CompactBlock.$Properties|null);

                /** PeerMessage blockOffer */
                blockOffer?: (rouged.v1.BlockOffer.$Properties|null);

                /** PeerMessage compactBlockWanted */
                compactBlockWanted?: (rouged.v1.CompactBlockWanted.$Properties|null);

                /** PeerMessage blockTransactionsWanted */
                blockTransactionsWanted?: (rouged.v1.BlockTransactionsWanted.$Properties|null);

                /** PeerMessage blockTransactions */
                blockTransactions?: (rouged.v1.BlockTransactions.$Properties|null);

                /** PeerMessage blocksWanted */
                blocksWanted?: (rouged.v1.BlocksWanted.$Properties|null);

                /** PeerMessage blockPart */
                blockPart?: (rouged.v1.BlockPart.$Properties|null);

                /** PeerMessage blocksEnd */
                blocksEnd?: (rouged.v1.BlocksEnd.$Properties|null);

                /** PeerMessage votes */
                votes?: (rouged.v1.PeerVotes.$Properties|null);

                /** PeerMessage votesWanted */
                votesWanted?: (rouged.v1.VotesWanted.$Properties|null);

                /** PeerMessage certificate */
                certificate?: (rouged.v1.PeerCertificate.$Properties|null);

                /** PeerMessage certificateWanted */
                certificateWanted?: (rouged.v1.CertificateWanted.$Properties|null);

                /** PeerMessage signedByWanted */
                signedByWanted?: (rouged.v1.SignedByWanted.$Properties|null);

                /** PeerMessage signedByAnswer */
                signedByAnswer?: (rouged.v1.SignedByAnswer.$Properties|null);

                /** PeerMessage inventory */
                inventory?: (rouged.v1.TransactionInventory.$Properties|null);

                /** PeerMessage transactionsWanted */
                transactionsWanted?: (rouged.v1.TransactionsWanted.$Properties|null);

                /** PeerMessage transactions */
                transactions?: (rouged.v1.PeerTransactions.$Properties|null);

                /** PeerMessage handover */
                handover?: (rouged.v1.Handover.$Properties|null);

                /** PeerMessage handoverAnswer */
                handoverAnswer?: (rouged.v1.HandoverAnswer.$Properties|null);

                /** PeerMessage peersWanted */
                peersWanted?: (rouged.v1.PeersWanted.$Properties|null);

                /** PeerMessage peers */
                peers?: (rouged.v1.PeerAddresses.$Properties|null);

                /** PeerMessage evidence */
                evidence?: (rouged.v1.PeerEvidence.$Properties|null);

                /** PeerMessage ping */
                ping?: (rouged.v1.Ping.$Properties|null);

                /** PeerMessage pong */
                pong?: (rouged.v1.Pong.$Properties|null);

                /** PeerMessage goodbye */
                goodbye?: (rouged.v1.Goodbye.$Properties|null);

                /** PeerMessage keyElsewhere */
                keyElsewhere?: (rouged.v1.KeyElsewhere.$Properties|null);

                /** PeerMessage snapshotsWanted */
                snapshotsWanted?: (rouged.v1.SnapshotsWanted.$Properties|null);

                /** PeerMessage snapshotsOffered */
                snapshotsOffered?: (rouged.v1.SnapshotsOffered.$Properties|null);

                /** PeerMessage snapshotPartWanted */
                snapshotPartWanted?: (rouged.v1.SnapshotPartWanted.$Properties|null);

                /** PeerMessage snapshotPart */
                snapshotPart?: (rouged.v1.SnapshotPart.$Properties|null);

                /** PeerMessage headersWanted */
                headersWanted?: (rouged.v1.HeadersWanted.$Properties|null);

                /** PeerMessage headersPart */
                headersPart?: (rouged.v1.HeadersPart.$Properties|null);

                /** PeerMessage serviceLogs */
                serviceLogs?: (rouged.v1.ServiceLogs.$Properties|null);

                /** PeerMessage serviceRunsWanted */
                serviceRunsWanted?: (rouged.v1.ServiceRunsWanted.$Properties|null);

                /** PeerMessage serviceRuns */
                serviceRuns?: (rouged.v1.ServiceRuns.$Properties|null);

                /** PeerMessage serviceForward */
                serviceForward?: (rouged.v1.ServiceForward.$Properties|null);

                /** PeerMessage serviceForwarded */
                serviceForwarded?: (rouged.v1.ServiceForwarded.$Properties|null);

                /** PeerMessage message */
                message?: ("introduction"|"status"|"compactBlock"|"blockOffer"|"compactBlockWanted"|"blockTransactionsWanted"|"blockTransactions"|"blocksWanted"|"blockPart"|"blocksEnd"|"votes"|"votesWanted"|"certificate"|"certificateWanted"|"signedByWanted"|"signedByAnswer"|"inventory"|"transactionsWanted"|"transactions"|"handover"|"handoverAnswer"|"peersWanted"|"peers"|"evidence"|"ping"|"pong"|"goodbye"|"keyElsewhere"|"snapshotsWanted"|"snapshotsOffered"|"snapshotPartWanted"|"snapshotPart"|"headersWanted"|"headersPart"|"serviceLogs"|"serviceRunsWanted"|"serviceRuns"|"serviceForward"|"serviceForwarded");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a PeerMessage. */
            type $Shape = {
              introduction?: rouged.v1.PeerIntroduction.$Shape|null;
              status?: rouged.v1.PeerStatus.$Shape|null;
              compactBlock?: rouged.v1.CompactBlock.$Shape|null;
              blockOffer?: rouged.v1.BlockOffer.$Shape|null;
              compactBlockWanted?: rouged.v1.CompactBlockWanted.$Shape|null;
              blockTransactionsWanted?: rouged.v1.BlockTransactionsWanted.$Shape|null;
              blockTransactions?: rouged.v1.BlockTransactions.$Shape|null;
              blocksWanted?: rouged.v1.BlocksWanted.$Shape|null;
              blockPart?: rouged.v1.BlockPart.$Shape|null;
              blocksEnd?: rouged.v1.BlocksEnd.$Shape|null;
              votes?: rouged.v1.PeerVotes.$Shape|null;
              votesWanted?: rouged.v1.VotesWanted.$Shape|null;
              certificate?: rouged.v1.PeerCertificate.$Shape|null;
              certificateWanted?: rouged.v1.CertificateWanted.$Shape|null;
              signedByWanted?: rouged.v1.SignedByWanted.$Shape|null;
              signedByAnswer?: rouged.v1.SignedByAnswer.$Shape|null;
              inventory?: rouged.v1.TransactionInventory.$Shape|null;
              transactionsWanted?: rouged.v1.TransactionsWanted.$Shape|null;
              transactions?: rouged.v1.PeerTransactions.$Shape|null;
              handover?: rouged.v1.Handover.$Shape|null;
              handoverAnswer?: rouged.v1.HandoverAnswer.$Shape|null;
              peersWanted?: rouged.v1.PeersWanted.$Shape|null;
              peers?: rouged.v1.PeerAddresses.$Shape|null;
              evidence?: rouged.v1.PeerEvidence.$Shape|null;
              ping?: rouged.v1.Ping.$Shape|null;
              pong?: rouged.v1.Pong.$Shape|null;
              goodbye?: rouged.v1.Goodbye.$Shape|null;
              keyElsewhere?: rouged.v1.KeyElsewhere.$Shape|null;
              snapshotsWanted?: rouged.v1.SnapshotsWanted.$Shape|null;
              snapshotsOffered?: rouged.v1.SnapshotsOffered.$Shape|null;
              snapshotPartWanted?: rouged.v1.SnapshotPartWanted.$Shape|null;
              snapshotPart?: rouged.v1.SnapshotPart.$Shape|null;
              headersWanted?: rouged.v1.HeadersWanted.$Shape|null;
              headersPart?: rouged.v1.HeadersPart.$Shape|null;
              serviceLogs?: rouged.v1.ServiceLogs.$Shape|null;
              serviceRunsWanted?: rouged.v1.ServiceRunsWanted.$Shape|null;
              serviceRuns?: rouged.v1.ServiceRuns.$Shape|null;
              serviceForward?: rouged.v1.ServiceForward.$Shape|null;
              serviceForwarded?: rouged.v1.ServiceForwarded.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ message?: undefined; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "introduction"; introduction: rouged.v1.PeerIntroduction.$Shape; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "status"; introduction?: null; status: rouged.v1.PeerStatus.$Shape; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "compactBlock"; introduction?: null; status?: null; compactBlock: rouged.v1.CompactBlock.$Shape; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockOffer"; introduction?: null; status?: null; compactBlock?: null; blockOffer: rouged.v1.BlockOffer.$Shape; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "compactBlockWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted: rouged.v1.CompactBlockWanted.$Shape; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockTransactionsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted: rouged.v1.BlockTransactionsWanted.$Shape; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockTransactions"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions: rouged.v1.BlockTransactions.$Shape; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blocksWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted: rouged.v1.BlocksWanted.$Shape; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart: rouged.v1.BlockPart.$Shape; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blocksEnd"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd: rouged.v1.BlocksEnd.$Shape; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "votes"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes: rouged.v1.PeerVotes.$Shape; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "votesWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted: rouged.v1.VotesWanted.$Shape; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "certificate"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate: rouged.v1.PeerCertificate.$Shape; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "certificateWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted: rouged.v1.CertificateWanted.$Shape; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "signedByWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted: rouged.v1.SignedByWanted.$Shape; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "signedByAnswer"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer: rouged.v1.SignedByAnswer.$Shape; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "inventory"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory: rouged.v1.TransactionInventory.$Shape; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "transactionsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted: rouged.v1.TransactionsWanted.$Shape; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "transactions"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions: rouged.v1.PeerTransactions.$Shape; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "handover"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover: rouged.v1.Handover.$Shape; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "handoverAnswer"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer: rouged.v1.HandoverAnswer.$Shape; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "peersWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted: rouged.v1.PeersWanted.$Shape; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "peers"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers: rouged.v1.PeerAddresses.$Shape; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "evidence"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence: rouged.v1.PeerEvidence.$Shape; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "ping"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping: rouged.v1.Ping.$Shape; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "pong"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong: rouged.v1.Pong.$Shape; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "goodbye"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye: rouged.v1.Goodbye.$Shape; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "keyElsewhere"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere: rouged.v1.KeyElsewhere.$Shape; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted: rouged.v1.SnapshotsWanted.$Shape; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotsOffered"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered: rouged.v1.SnapshotsOffered.$Shape; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotPartWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted: rouged.v1.SnapshotPartWanted.$Shape; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart: rouged.v1.SnapshotPart.$Shape; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "headersWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted: rouged.v1.HeadersWanted.$Shape; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "headersPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart: rouged.v1.HeadersPart.$Shape; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceLogs"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs: rouged.v1.ServiceLogs.$Shape; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceRunsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted: rouged.v1.ServiceRunsWanted.$Shape; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceRuns"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns: rouged.v1.ServiceRuns.$Shape; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceForward"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward: rouged.v1.ServiceForward.$Shape; serviceForwarded?: null }|{ message?: "serviceForwarded"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded: rouged.v1.ServiceForwarded.$Shape })
            );
        }

        /**
         * Properties of a PeerIntroduction.
         * @deprecated Use rouged.v1.PeerIntroduction.$Properties instead.
         */
        interface IPeerIntroduction extends rouged.v1.PeerIntroduction.$Properties {
        }

        /** Represents a PeerIntroduction. */
        class PeerIntroduction {

            /**
             * Constructs a new PeerIntroduction.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerIntroduction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerIntroduction instance. */
            instance: Uint8Array;

            /** PeerIntroduction salt. */
            salt: Uint8Array;

            /** PeerIntroduction url. */
            url: string;

            /** PeerIntroduction name. */
            name: string;

            /** PeerIntroduction version. */
            version: string;

            /** PeerIntroduction ageMs. */
            ageMs: number;

            /** PeerIntroduction status. */
            status?: (rouged.v1.PeerStatus.$Properties|null);

            /**
             * Creates a new PeerIntroduction instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerIntroduction instance
             */
            static create(properties: rouged.v1.PeerIntroduction.$Shape): rouged.v1.PeerIntroduction & rouged.v1.PeerIntroduction.$Shape;
            static create(properties?: rouged.v1.PeerIntroduction.$Properties): rouged.v1.PeerIntroduction;

            /**
             * Encodes the specified PeerIntroduction message. Does not implicitly {@link rouged.v1.PeerIntroduction.verify|verify} messages.
             * @param message PeerIntroduction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerIntroduction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerIntroduction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerIntroduction & rouged.v1.PeerIntroduction.$Shape} PeerIntroduction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerIntroduction & rouged.v1.PeerIntroduction.$Shape;
        }

        namespace PeerIntroduction {

            /** Properties of a PeerIntroduction. */
            interface $Properties {

                /** PeerIntroduction instance */
                instance?: (Uint8Array|null);

                /** PeerIntroduction salt */
                salt?: (Uint8Array|null);

                /** PeerIntroduction url */
                url?: (string|null);

                /** PeerIntroduction name */
                name?: (string|null);

                /** PeerIntroduction version */
                version?: (string|null);

                /** PeerIntroduction ageMs */
                ageMs?: (number|null);

                /** PeerIntroduction status */
                status?: (rouged.v1.PeerStatus.$Properties|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerIntroduction. */
            type $Shape = rouged.v1.PeerIntroduction.$Properties;
        }

        /**
         * Properties of a PeerStatus.
         * @deprecated Use rouged.v1.PeerStatus.$Properties instead.
         */
        interface IPeerStatus extends rouged.v1.PeerStatus.$Properties {
        }

        /** Represents a PeerStatus. */
        class PeerStatus {

            /**
             * Constructs a new PeerStatus.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerStatus.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerStatus height. */
            height: number;

            /** PeerStatus hash. */
            hash: Uint8Array;

            /** PeerStatus proposerDistance. */
            proposerDistance: number;

            /** PeerStatus producing. */
            producing: boolean;

            /**
             * Creates a new PeerStatus instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerStatus instance
             */
            static create(properties: rouged.v1.PeerStatus.$Shape): rouged.v1.PeerStatus & rouged.v1.PeerStatus.$Shape;
            static create(properties?: rouged.v1.PeerStatus.$Properties): rouged.v1.PeerStatus;

            /**
             * Encodes the specified PeerStatus message. Does not implicitly {@link rouged.v1.PeerStatus.verify|verify} messages.
             * @param message PeerStatus message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerStatus.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerStatus message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerStatus & rouged.v1.PeerStatus.$Shape} PeerStatus
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerStatus & rouged.v1.PeerStatus.$Shape;
        }

        namespace PeerStatus {

            /** Properties of a PeerStatus. */
            interface $Properties {

                /** PeerStatus height */
                height?: (number|null);

                /** PeerStatus hash */
                hash?: (Uint8Array|null);

                /** PeerStatus proposerDistance */
                proposerDistance?: (number|null);

                /** PeerStatus producing */
                producing?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerStatus. */
            type $Shape = rouged.v1.PeerStatus.$Properties;
        }

        /**
         * Properties of a CompactBlock.
         * @deprecated Use rouged.v1.CompactBlock.$Properties instead.
         */
        interface ICompactBlock extends rouged.v1.CompactBlock.$Properties {
        }

        /** Represents a CompactBlock. */
        class CompactBlock {

            /**
             * Constructs a new CompactBlock.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.CompactBlock.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** CompactBlock header. */
            header: Uint8Array;

            /** CompactBlock proposerSignature. */
            proposerSignature: Uint8Array;

            /** CompactBlock parentCertificate. */
            parentCertificate?: (rouged.v1.PeerCertificate.$Properties|null);

            /** CompactBlock shortIds. */
            shortIds: Uint8Array;

            /**
             * Creates a new CompactBlock instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CompactBlock instance
             */
            static create(properties: rouged.v1.CompactBlock.$Shape): rouged.v1.CompactBlock & rouged.v1.CompactBlock.$Shape;
            static create(properties?: rouged.v1.CompactBlock.$Properties): rouged.v1.CompactBlock;

            /**
             * Encodes the specified CompactBlock message. Does not implicitly {@link rouged.v1.CompactBlock.verify|verify} messages.
             * @param message CompactBlock message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.CompactBlock.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CompactBlock message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.CompactBlock & rouged.v1.CompactBlock.$Shape} CompactBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.CompactBlock & rouged.v1.CompactBlock.$Shape;
        }

        namespace CompactBlock {

            /** Properties of a CompactBlock. */
            interface $Properties {

                /** CompactBlock header */
                header?: (Uint8Array|null);

                /** CompactBlock proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** CompactBlock parentCertificate */
                parentCertificate?: (rouged.v1.PeerCertificate.$Properties|null);

                /** CompactBlock shortIds */
                shortIds?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a CompactBlock. */
            type $Shape = rouged.v1.CompactBlock.$Properties;
        }

        /**
         * Properties of a BlockOffer.
         * @deprecated Use rouged.v1.BlockOffer.$Properties instead.
         */
        interface IBlockOffer extends rouged.v1.BlockOffer.$Properties {
        }

        /** Represents a BlockOffer. */
        class BlockOffer {

            /**
             * Constructs a new BlockOffer.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlockOffer.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlockOffer height. */
            height: number;

            /** BlockOffer hash. */
            hash: Uint8Array;

            /**
             * Creates a new BlockOffer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlockOffer instance
             */
            static create(properties: rouged.v1.BlockOffer.$Shape): rouged.v1.BlockOffer & rouged.v1.BlockOffer.$Shape;
            static create(properties?: rouged.v1.BlockOffer.$Properties): rouged.v1.BlockOffer;

            /**
             * Encodes the specified BlockOffer message. Does not implicitly {@link rouged.v1.BlockOffer.verify|verify} messages.
             * @param message BlockOffer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlockOffer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlockOffer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlockOffer & rouged.v1.BlockOffer.$Shape} BlockOffer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlockOffer & rouged.v1.BlockOffer.$Shape;
        }

        namespace BlockOffer {

            /** Properties of a BlockOffer. */
            interface $Properties {

                /** BlockOffer height */
                height?: (number|null);

                /** BlockOffer hash */
                hash?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlockOffer. */
            type $Shape = rouged.v1.BlockOffer.$Properties;
        }

        /**
         * Properties of a CompactBlockWanted.
         * @deprecated Use rouged.v1.CompactBlockWanted.$Properties instead.
         */
        interface ICompactBlockWanted extends rouged.v1.CompactBlockWanted.$Properties {
        }

        /** Represents a CompactBlockWanted. */
        class CompactBlockWanted {

            /**
             * Constructs a new CompactBlockWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.CompactBlockWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** CompactBlockWanted hash. */
            hash: Uint8Array;

            /** CompactBlockWanted wholeCertificate. */
            wholeCertificate: boolean;

            /**
             * Creates a new CompactBlockWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CompactBlockWanted instance
             */
            static create(properties: rouged.v1.CompactBlockWanted.$Shape): rouged.v1.CompactBlockWanted & rouged.v1.CompactBlockWanted.$Shape;
            static create(properties?: rouged.v1.CompactBlockWanted.$Properties): rouged.v1.CompactBlockWanted;

            /**
             * Encodes the specified CompactBlockWanted message. Does not implicitly {@link rouged.v1.CompactBlockWanted.verify|verify} messages.
             * @param message CompactBlockWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.CompactBlockWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CompactBlockWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.CompactBlockWanted & rouged.v1.CompactBlockWanted.$Shape} CompactBlockWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.CompactBlockWanted & rouged.v1.CompactBlockWanted.$Shape;
        }

        namespace CompactBlockWanted {

            /** Properties of a CompactBlockWanted. */
            interface $Properties {

                /** CompactBlockWanted hash */
                hash?: (Uint8Array|null);

                /** CompactBlockWanted wholeCertificate */
                wholeCertificate?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a CompactBlockWanted. */
            type $Shape = rouged.v1.CompactBlockWanted.$Properties;
        }

        /**
         * Properties of a BlockTransactionsWanted.
         * @deprecated Use rouged.v1.BlockTransactionsWanted.$Properties instead.
         */
        interface IBlockTransactionsWanted extends rouged.v1.BlockTransactionsWanted.$Properties {
        }

        /** Represents a BlockTransactionsWanted. */
        class BlockTransactionsWanted {

            /**
             * Constructs a new BlockTransactionsWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlockTransactionsWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlockTransactionsWanted request. */
            request: number;

            /** BlockTransactionsWanted hash. */
            hash: Uint8Array;

            /** BlockTransactionsWanted gaps. */
            gaps: number[];

            /** BlockTransactionsWanted all. */
            all: boolean;

            /**
             * Creates a new BlockTransactionsWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlockTransactionsWanted instance
             */
            static create(properties: rouged.v1.BlockTransactionsWanted.$Shape): rouged.v1.BlockTransactionsWanted & rouged.v1.BlockTransactionsWanted.$Shape;
            static create(properties?: rouged.v1.BlockTransactionsWanted.$Properties): rouged.v1.BlockTransactionsWanted;

            /**
             * Encodes the specified BlockTransactionsWanted message. Does not implicitly {@link rouged.v1.BlockTransactionsWanted.verify|verify} messages.
             * @param message BlockTransactionsWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlockTransactionsWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlockTransactionsWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlockTransactionsWanted & rouged.v1.BlockTransactionsWanted.$Shape} BlockTransactionsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlockTransactionsWanted & rouged.v1.BlockTransactionsWanted.$Shape;
        }

        namespace BlockTransactionsWanted {

            /** Properties of a BlockTransactionsWanted. */
            interface $Properties {

                /** BlockTransactionsWanted request */
                request?: (number|null);

                /** BlockTransactionsWanted hash */
                hash?: (Uint8Array|null);

                /** BlockTransactionsWanted gaps */
                gaps?: (number[]|null);

                /** BlockTransactionsWanted all */
                all?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlockTransactionsWanted. */
            type $Shape = rouged.v1.BlockTransactionsWanted.$Properties;
        }

        /**
         * Properties of a BlockTransactions.
         * @deprecated Use rouged.v1.BlockTransactions.$Properties instead.
         */
        interface IBlockTransactions extends rouged.v1.BlockTransactions.$Properties {
        }

        /** Represents a BlockTransactions. */
        class BlockTransactions {

            /**
             * Constructs a new BlockTransactions.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlockTransactions.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlockTransactions request. */
            request: number;

            /** BlockTransactions first. */
            first: number;

            /** BlockTransactions transactions. */
            transactions: rouged.v1.Transaction.$Properties[];

            /** BlockTransactions unknown. */
            unknown: boolean;

            /**
             * Creates a new BlockTransactions instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlockTransactions instance
             */
            static create(properties: rouged.v1.BlockTransactions.$Shape): rouged.v1.BlockTransactions & rouged.v1.BlockTransactions.$Shape;
            static create(properties?: rouged.v1.BlockTransactions.$Properties): rouged.v1.BlockTransactions;

            /**
             * Encodes the specified BlockTransactions message. Does not implicitly {@link rouged.v1.BlockTransactions.verify|verify} messages.
             * @param message BlockTransactions message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlockTransactions.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlockTransactions message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlockTransactions & rouged.v1.BlockTransactions.$Shape} BlockTransactions
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlockTransactions & rouged.v1.BlockTransactions.$Shape;
        }

        namespace BlockTransactions {

            /** Properties of a BlockTransactions. */
            interface $Properties {

                /** BlockTransactions request */
                request?: (number|null);

                /** BlockTransactions first */
                first?: (number|null);

                /** BlockTransactions transactions */
                transactions?: (rouged.v1.Transaction.$Properties[]|null);

                /** BlockTransactions unknown */
                unknown?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlockTransactions. */
            type $Shape = rouged.v1.BlockTransactions.$Properties;
        }

        /**
         * Properties of a BlocksWanted.
         * @deprecated Use rouged.v1.BlocksWanted.$Properties instead.
         */
        interface IBlocksWanted extends rouged.v1.BlocksWanted.$Properties {
        }

        /** Represents a BlocksWanted. */
        class BlocksWanted {

            /**
             * Constructs a new BlocksWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlocksWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlocksWanted request. */
            request: number;

            /** BlocksWanted fromHeight. */
            fromHeight: number;

            /** BlocksWanted count. */
            count: number;

            /** BlocksWanted mostBytes. */
            mostBytes: number;

            /** BlocksWanted withoutCertificate. */
            withoutCertificate: boolean;

            /**
             * Creates a new BlocksWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlocksWanted instance
             */
            static create(properties: rouged.v1.BlocksWanted.$Shape): rouged.v1.BlocksWanted & rouged.v1.BlocksWanted.$Shape;
            static create(properties?: rouged.v1.BlocksWanted.$Properties): rouged.v1.BlocksWanted;

            /**
             * Encodes the specified BlocksWanted message. Does not implicitly {@link rouged.v1.BlocksWanted.verify|verify} messages.
             * @param message BlocksWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlocksWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlocksWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlocksWanted & rouged.v1.BlocksWanted.$Shape} BlocksWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlocksWanted & rouged.v1.BlocksWanted.$Shape;
        }

        namespace BlocksWanted {

            /** Properties of a BlocksWanted. */
            interface $Properties {

                /** BlocksWanted request */
                request?: (number|null);

                /** BlocksWanted fromHeight */
                fromHeight?: (number|null);

                /** BlocksWanted count */
                count?: (number|null);

                /** BlocksWanted mostBytes */
                mostBytes?: (number|null);

                /** BlocksWanted withoutCertificate */
                withoutCertificate?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlocksWanted. */
            type $Shape = rouged.v1.BlocksWanted.$Properties;
        }

        /**
         * Properties of a BlockPart.
         * @deprecated Use rouged.v1.BlockPart.$Properties instead.
         */
        interface IBlockPart extends rouged.v1.BlockPart.$Properties {
        }

        /** Represents a BlockPart. */
        class BlockPart {

            /**
             * Constructs a new BlockPart.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlockPart.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlockPart request. */
            request: number;

            /** BlockPart height. */
            height: number;

            /** BlockPart header. */
            header: Uint8Array;

            /** BlockPart proposerSignature. */
            proposerSignature: Uint8Array;

            /** BlockPart parentCertificate. */
            parentCertificate: Uint8Array;

            /** BlockPart certificate. */
            certificate: Uint8Array;

            /** BlockPart transactionCount. */
            transactionCount: number;

            /** BlockPart first. */
            first: number;

            /** BlockPart transactions. */
            transactions: rouged.v1.Transaction.$Properties[];

            /**
             * Creates a new BlockPart instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlockPart instance
             */
            static create(properties: rouged.v1.BlockPart.$Shape): rouged.v1.BlockPart & rouged.v1.BlockPart.$Shape;
            static create(properties?: rouged.v1.BlockPart.$Properties): rouged.v1.BlockPart;

            /**
             * Encodes the specified BlockPart message. Does not implicitly {@link rouged.v1.BlockPart.verify|verify} messages.
             * @param message BlockPart message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlockPart.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlockPart message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlockPart & rouged.v1.BlockPart.$Shape} BlockPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlockPart & rouged.v1.BlockPart.$Shape;
        }

        namespace BlockPart {

            /** Properties of a BlockPart. */
            interface $Properties {

                /** BlockPart request */
                request?: (number|null);

                /** BlockPart height */
                height?: (number|null);

                /** BlockPart header */
                header?: (Uint8Array|null);

                /** BlockPart proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** BlockPart parentCertificate */
                parentCertificate?: (Uint8Array|null);

                /** BlockPart certificate */
                certificate?: (Uint8Array|null);

                /** BlockPart transactionCount */
                transactionCount?: (number|null);

                /** BlockPart first */
                first?: (number|null);

                /** BlockPart transactions */
                transactions?: (rouged.v1.Transaction.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlockPart. */
            type $Shape = rouged.v1.BlockPart.$Properties;
        }

        /**
         * Properties of a BlocksEnd.
         * @deprecated Use rouged.v1.BlocksEnd.$Properties instead.
         */
        interface IBlocksEnd extends rouged.v1.BlocksEnd.$Properties {
        }

        /** Represents a BlocksEnd. */
        class BlocksEnd {

            /**
             * Constructs a new BlocksEnd.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.BlocksEnd.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** BlocksEnd request. */
            request: number;

            /** BlocksEnd refused. */
            refused: boolean;

            /** BlocksEnd lowestHeight. */
            lowestHeight: number;

            /**
             * Creates a new BlocksEnd instance using the specified properties.
             * @param [properties] Properties to set
             * @returns BlocksEnd instance
             */
            static create(properties: rouged.v1.BlocksEnd.$Shape): rouged.v1.BlocksEnd & rouged.v1.BlocksEnd.$Shape;
            static create(properties?: rouged.v1.BlocksEnd.$Properties): rouged.v1.BlocksEnd;

            /**
             * Encodes the specified BlocksEnd message. Does not implicitly {@link rouged.v1.BlocksEnd.verify|verify} messages.
             * @param message BlocksEnd message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.BlocksEnd.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BlocksEnd message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.BlocksEnd & rouged.v1.BlocksEnd.$Shape} BlocksEnd
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.BlocksEnd & rouged.v1.BlocksEnd.$Shape;
        }

        namespace BlocksEnd {

            /** Properties of a BlocksEnd. */
            interface $Properties {

                /** BlocksEnd request */
                request?: (number|null);

                /** BlocksEnd refused */
                refused?: (boolean|null);

                /** BlocksEnd lowestHeight */
                lowestHeight?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a BlocksEnd. */
            type $Shape = rouged.v1.BlocksEnd.$Properties;
        }

        /**
         * Properties of a HeadersWanted.
         * @deprecated Use rouged.v1.HeadersWanted.$Properties instead.
         */
        interface IHeadersWanted extends rouged.v1.HeadersWanted.$Properties {
        }

        /** Represents a HeadersWanted. */
        class HeadersWanted {

            /**
             * Constructs a new HeadersWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.HeadersWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** HeadersWanted request. */
            request: number;

            /** HeadersWanted fromHeight. */
            fromHeight: number;

            /** HeadersWanted count. */
            count: number;

            /** HeadersWanted mostBytes. */
            mostBytes: number;

            /**
             * Creates a new HeadersWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns HeadersWanted instance
             */
            static create(properties: rouged.v1.HeadersWanted.$Shape): rouged.v1.HeadersWanted & rouged.v1.HeadersWanted.$Shape;
            static create(properties?: rouged.v1.HeadersWanted.$Properties): rouged.v1.HeadersWanted;

            /**
             * Encodes the specified HeadersWanted message. Does not implicitly {@link rouged.v1.HeadersWanted.verify|verify} messages.
             * @param message HeadersWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.HeadersWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a HeadersWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.HeadersWanted & rouged.v1.HeadersWanted.$Shape} HeadersWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.HeadersWanted & rouged.v1.HeadersWanted.$Shape;
        }

        namespace HeadersWanted {

            /** Properties of a HeadersWanted. */
            interface $Properties {

                /** HeadersWanted request */
                request?: (number|null);

                /** HeadersWanted fromHeight */
                fromHeight?: (number|null);

                /** HeadersWanted count */
                count?: (number|null);

                /** HeadersWanted mostBytes */
                mostBytes?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a HeadersWanted. */
            type $Shape = rouged.v1.HeadersWanted.$Properties;
        }

        /**
         * Properties of a HeadersPart.
         * @deprecated Use rouged.v1.HeadersPart.$Properties instead.
         */
        interface IHeadersPart extends rouged.v1.HeadersPart.$Properties {
        }

        /** Represents a HeadersPart. */
        class HeadersPart {

            /**
             * Constructs a new HeadersPart.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.HeadersPart.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** HeadersPart request. */
            request: number;

            /** HeadersPart fromHeight. */
            fromHeight: number;

            /** HeadersPart headers. */
            headers: rouged.v1.CertifiedHeader.$Properties[];

            /**
             * Creates a new HeadersPart instance using the specified properties.
             * @param [properties] Properties to set
             * @returns HeadersPart instance
             */
            static create(properties: rouged.v1.HeadersPart.$Shape): rouged.v1.HeadersPart & rouged.v1.HeadersPart.$Shape;
            static create(properties?: rouged.v1.HeadersPart.$Properties): rouged.v1.HeadersPart;

            /**
             * Encodes the specified HeadersPart message. Does not implicitly {@link rouged.v1.HeadersPart.verify|verify} messages.
             * @param message HeadersPart message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.HeadersPart.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a HeadersPart message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.HeadersPart & rouged.v1.HeadersPart.$Shape} HeadersPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.HeadersPart & rouged.v1.HeadersPart.$Shape;
        }

        namespace HeadersPart {

            /** Properties of a HeadersPart. */
            interface $Properties {

                /** HeadersPart request */
                request?: (number|null);

                /** HeadersPart fromHeight */
                fromHeight?: (number|null);

                /** HeadersPart headers */
                headers?: (rouged.v1.CertifiedHeader.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a HeadersPart. */
            type $Shape = rouged.v1.HeadersPart.$Properties;
        }

        /**
         * Properties of a CertifiedHeader.
         * @deprecated Use rouged.v1.CertifiedHeader.$Properties instead.
         */
        interface ICertifiedHeader extends rouged.v1.CertifiedHeader.$Properties {
        }

        /** Represents a CertifiedHeader. */
        class CertifiedHeader {

            /**
             * Constructs a new CertifiedHeader.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.CertifiedHeader.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** CertifiedHeader header. */
            header: Uint8Array;

            /** CertifiedHeader proposerSignature. */
            proposerSignature: Uint8Array;

            /** CertifiedHeader certificate. */
            certificate: Uint8Array;

            /**
             * Creates a new CertifiedHeader instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CertifiedHeader instance
             */
            static create(properties: rouged.v1.CertifiedHeader.$Shape): rouged.v1.CertifiedHeader & rouged.v1.CertifiedHeader.$Shape;
            static create(properties?: rouged.v1.CertifiedHeader.$Properties): rouged.v1.CertifiedHeader;

            /**
             * Encodes the specified CertifiedHeader message. Does not implicitly {@link rouged.v1.CertifiedHeader.verify|verify} messages.
             * @param message CertifiedHeader message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.CertifiedHeader.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CertifiedHeader message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.CertifiedHeader & rouged.v1.CertifiedHeader.$Shape} CertifiedHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.CertifiedHeader & rouged.v1.CertifiedHeader.$Shape;
        }

        namespace CertifiedHeader {

            /** Properties of a CertifiedHeader. */
            interface $Properties {

                /** CertifiedHeader header */
                header?: (Uint8Array|null);

                /** CertifiedHeader proposerSignature */
                proposerSignature?: (Uint8Array|null);

                /** CertifiedHeader certificate */
                certificate?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a CertifiedHeader. */
            type $Shape = rouged.v1.CertifiedHeader.$Properties;
        }

        /**
         * Properties of a PeerVotes.
         * @deprecated Use rouged.v1.PeerVotes.$Properties instead.
         */
        interface IPeerVotes extends rouged.v1.PeerVotes.$Properties {
        }

        /** Represents a PeerVotes. */
        class PeerVotes {

            /**
             * Constructs a new PeerVotes.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerVotes.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerVotes votes. */
            votes: rouged.v1.Vote.$Properties[];

            /**
             * Creates a new PeerVotes instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerVotes instance
             */
            static create(properties: rouged.v1.PeerVotes.$Shape): rouged.v1.PeerVotes & rouged.v1.PeerVotes.$Shape;
            static create(properties?: rouged.v1.PeerVotes.$Properties): rouged.v1.PeerVotes;

            /**
             * Encodes the specified PeerVotes message. Does not implicitly {@link rouged.v1.PeerVotes.verify|verify} messages.
             * @param message PeerVotes message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerVotes.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerVotes message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerVotes & rouged.v1.PeerVotes.$Shape} PeerVotes
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerVotes & rouged.v1.PeerVotes.$Shape;
        }

        namespace PeerVotes {

            /** Properties of a PeerVotes. */
            interface $Properties {

                /** PeerVotes votes */
                votes?: (rouged.v1.Vote.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerVotes. */
            type $Shape = rouged.v1.PeerVotes.$Properties;
        }

        /**
         * Properties of a VotesWanted.
         * @deprecated Use rouged.v1.VotesWanted.$Properties instead.
         */
        interface IVotesWanted extends rouged.v1.VotesWanted.$Properties {
        }

        /** Represents a VotesWanted. */
        class VotesWanted {

            /**
             * Constructs a new VotesWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.VotesWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** VotesWanted height. */
            height: number;

            /**
             * Creates a new VotesWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns VotesWanted instance
             */
            static create(properties: rouged.v1.VotesWanted.$Shape): rouged.v1.VotesWanted & rouged.v1.VotesWanted.$Shape;
            static create(properties?: rouged.v1.VotesWanted.$Properties): rouged.v1.VotesWanted;

            /**
             * Encodes the specified VotesWanted message. Does not implicitly {@link rouged.v1.VotesWanted.verify|verify} messages.
             * @param message VotesWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.VotesWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a VotesWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.VotesWanted & rouged.v1.VotesWanted.$Shape} VotesWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.VotesWanted & rouged.v1.VotesWanted.$Shape;
        }

        namespace VotesWanted {

            /** Properties of a VotesWanted. */
            interface $Properties {

                /** VotesWanted height */
                height?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a VotesWanted. */
            type $Shape = rouged.v1.VotesWanted.$Properties;
        }

        /**
         * Properties of a PeerCertificate.
         * @deprecated Use rouged.v1.PeerCertificate.$Properties instead.
         */
        interface IPeerCertificate extends rouged.v1.PeerCertificate.$Properties {
        }

        /** Represents a PeerCertificate. */
        class PeerCertificate {

            /**
             * Constructs a new PeerCertificate.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerCertificate.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerCertificate certificate. */
            certificate: Uint8Array;

            /** PeerCertificate leftOut. */
            leftOut: Uint8Array;

            /**
             * Creates a new PeerCertificate instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerCertificate instance
             */
            static create(properties: rouged.v1.PeerCertificate.$Shape): rouged.v1.PeerCertificate & rouged.v1.PeerCertificate.$Shape;
            static create(properties?: rouged.v1.PeerCertificate.$Properties): rouged.v1.PeerCertificate;

            /**
             * Encodes the specified PeerCertificate message. Does not implicitly {@link rouged.v1.PeerCertificate.verify|verify} messages.
             * @param message PeerCertificate message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerCertificate.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerCertificate message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerCertificate & rouged.v1.PeerCertificate.$Shape} PeerCertificate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerCertificate & rouged.v1.PeerCertificate.$Shape;
        }

        namespace PeerCertificate {

            /** Properties of a PeerCertificate. */
            interface $Properties {

                /** PeerCertificate certificate */
                certificate?: (Uint8Array|null);

                /** PeerCertificate leftOut */
                leftOut?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerCertificate. */
            type $Shape = rouged.v1.PeerCertificate.$Properties;
        }

        /**
         * Properties of a CertificateWanted.
         * @deprecated Use rouged.v1.CertificateWanted.$Properties instead.
         */
        interface ICertificateWanted extends rouged.v1.CertificateWanted.$Properties {
        }

        /** Represents a CertificateWanted. */
        class CertificateWanted {

            /**
             * Constructs a new CertificateWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.CertificateWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** CertificateWanted height. */
            height: number;

            /** CertificateWanted hash. */
            hash: Uint8Array;

            /**
             * Creates a new CertificateWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns CertificateWanted instance
             */
            static create(properties: rouged.v1.CertificateWanted.$Shape): rouged.v1.CertificateWanted & rouged.v1.CertificateWanted.$Shape;
            static create(properties?: rouged.v1.CertificateWanted.$Properties): rouged.v1.CertificateWanted;

            /**
             * Encodes the specified CertificateWanted message. Does not implicitly {@link rouged.v1.CertificateWanted.verify|verify} messages.
             * @param message CertificateWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.CertificateWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CertificateWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.CertificateWanted & rouged.v1.CertificateWanted.$Shape} CertificateWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.CertificateWanted & rouged.v1.CertificateWanted.$Shape;
        }

        namespace CertificateWanted {

            /** Properties of a CertificateWanted. */
            interface $Properties {

                /** CertificateWanted height */
                height?: (number|null);

                /** CertificateWanted hash */
                hash?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a CertificateWanted. */
            type $Shape = rouged.v1.CertificateWanted.$Properties;
        }

        /**
         * Properties of a SignedByWanted.
         * @deprecated Use rouged.v1.SignedByWanted.$Properties instead.
         */
        interface ISignedByWanted extends rouged.v1.SignedByWanted.$Properties {
        }

        /** Represents a SignedByWanted. */
        class SignedByWanted {

            /**
             * Constructs a new SignedByWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SignedByWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedByWanted request. */
            request: number;

            /** SignedByWanted key. */
            key: Uint8Array;

            /**
             * Creates a new SignedByWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SignedByWanted instance
             */
            static create(properties: rouged.v1.SignedByWanted.$Shape): rouged.v1.SignedByWanted & rouged.v1.SignedByWanted.$Shape;
            static create(properties?: rouged.v1.SignedByWanted.$Properties): rouged.v1.SignedByWanted;

            /**
             * Encodes the specified SignedByWanted message. Does not implicitly {@link rouged.v1.SignedByWanted.verify|verify} messages.
             * @param message SignedByWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SignedByWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedByWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SignedByWanted & rouged.v1.SignedByWanted.$Shape} SignedByWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SignedByWanted & rouged.v1.SignedByWanted.$Shape;
        }

        namespace SignedByWanted {

            /** Properties of a SignedByWanted. */
            interface $Properties {

                /** SignedByWanted request */
                request?: (number|null);

                /** SignedByWanted key */
                key?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedByWanted. */
            type $Shape = rouged.v1.SignedByWanted.$Properties;
        }

        /**
         * Properties of a SignedByAnswer.
         * @deprecated Use rouged.v1.SignedByAnswer.$Properties instead.
         */
        interface ISignedByAnswer extends rouged.v1.SignedByAnswer.$Properties {
        }

        /** Represents a SignedByAnswer. */
        class SignedByAnswer {

            /**
             * Constructs a new SignedByAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SignedByAnswer.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedByAnswer request. */
            request: number;

            /** SignedByAnswer height. */
            height: number;

            /** SignedByAnswer votes. */
            votes: rouged.v1.Vote.$Properties[];

            /** SignedByAnswer headers. */
            headers: rouged.v1.SignedHeader.$Properties[];

            /**
             * Creates a new SignedByAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SignedByAnswer instance
             */
            static create(properties: rouged.v1.SignedByAnswer.$Shape): rouged.v1.SignedByAnswer & rouged.v1.SignedByAnswer.$Shape;
            static create(properties?: rouged.v1.SignedByAnswer.$Properties): rouged.v1.SignedByAnswer;

            /**
             * Encodes the specified SignedByAnswer message. Does not implicitly {@link rouged.v1.SignedByAnswer.verify|verify} messages.
             * @param message SignedByAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SignedByAnswer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedByAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SignedByAnswer & rouged.v1.SignedByAnswer.$Shape} SignedByAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SignedByAnswer & rouged.v1.SignedByAnswer.$Shape;
        }

        namespace SignedByAnswer {

            /** Properties of a SignedByAnswer. */
            interface $Properties {

                /** SignedByAnswer request */
                request?: (number|null);

                /** SignedByAnswer height */
                height?: (number|null);

                /** SignedByAnswer votes */
                votes?: (rouged.v1.Vote.$Properties[]|null);

                /** SignedByAnswer headers */
                headers?: (rouged.v1.SignedHeader.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedByAnswer. */
            type $Shape = rouged.v1.SignedByAnswer.$Properties;
        }

        /**
         * Properties of a TransactionInventory.
         * @deprecated Use rouged.v1.TransactionInventory.$Properties instead.
         */
        interface ITransactionInventory extends rouged.v1.TransactionInventory.$Properties {
        }

        /** Represents a TransactionInventory. */
        class TransactionInventory {

            /**
             * Constructs a new TransactionInventory.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.TransactionInventory.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** TransactionInventory ids. */
            ids: Uint8Array;

            /**
             * Creates a new TransactionInventory instance using the specified properties.
             * @param [properties] Properties to set
             * @returns TransactionInventory instance
             */
            static create(properties: rouged.v1.TransactionInventory.$Shape): rouged.v1.TransactionInventory & rouged.v1.TransactionInventory.$Shape;
            static create(properties?: rouged.v1.TransactionInventory.$Properties): rouged.v1.TransactionInventory;

            /**
             * Encodes the specified TransactionInventory message. Does not implicitly {@link rouged.v1.TransactionInventory.verify|verify} messages.
             * @param message TransactionInventory message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.TransactionInventory.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a TransactionInventory message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionInventory & rouged.v1.TransactionInventory.$Shape} TransactionInventory
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.TransactionInventory & rouged.v1.TransactionInventory.$Shape;
        }

        namespace TransactionInventory {

            /** Properties of a TransactionInventory. */
            interface $Properties {

                /** TransactionInventory ids */
                ids?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a TransactionInventory. */
            type $Shape = rouged.v1.TransactionInventory.$Properties;
        }

        /**
         * Properties of a TransactionsWanted.
         * @deprecated Use rouged.v1.TransactionsWanted.$Properties instead.
         */
        interface ITransactionsWanted extends rouged.v1.TransactionsWanted.$Properties {
        }

        /** Represents a TransactionsWanted. */
        class TransactionsWanted {

            /**
             * Constructs a new TransactionsWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.TransactionsWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** TransactionsWanted request. */
            request: number;

            /** TransactionsWanted ids. */
            ids: Uint8Array;

            /**
             * Creates a new TransactionsWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns TransactionsWanted instance
             */
            static create(properties: rouged.v1.TransactionsWanted.$Shape): rouged.v1.TransactionsWanted & rouged.v1.TransactionsWanted.$Shape;
            static create(properties?: rouged.v1.TransactionsWanted.$Properties): rouged.v1.TransactionsWanted;

            /**
             * Encodes the specified TransactionsWanted message. Does not implicitly {@link rouged.v1.TransactionsWanted.verify|verify} messages.
             * @param message TransactionsWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.TransactionsWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a TransactionsWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionsWanted & rouged.v1.TransactionsWanted.$Shape} TransactionsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.TransactionsWanted & rouged.v1.TransactionsWanted.$Shape;
        }

        namespace TransactionsWanted {

            /** Properties of a TransactionsWanted. */
            interface $Properties {

                /** TransactionsWanted request */
                request?: (number|null);

                /** TransactionsWanted ids */
                ids?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a TransactionsWanted. */
            type $Shape = rouged.v1.TransactionsWanted.$Properties;
        }

        /**
         * Properties of a PeerTransactions.
         * @deprecated Use rouged.v1.PeerTransactions.$Properties instead.
         */
        interface IPeerTransactions extends rouged.v1.PeerTransactions.$Properties {
        }

        /** Represents a PeerTransactions. */
        class PeerTransactions {

            /**
             * Constructs a new PeerTransactions.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerTransactions.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerTransactions request. */
            request: number;

            /** PeerTransactions ids. */
            ids: Uint8Array;

            /** PeerTransactions transactions. */
            transactions: rouged.v1.Transaction.$Properties[];

            /** PeerTransactions missing. */
            missing: Uint8Array;

            /**
             * Creates a new PeerTransactions instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerTransactions instance
             */
            static create(properties: rouged.v1.PeerTransactions.$Shape): rouged.v1.PeerTransactions & rouged.v1.PeerTransactions.$Shape;
            static create(properties?: rouged.v1.PeerTransactions.$Properties): rouged.v1.PeerTransactions;

            /**
             * Encodes the specified PeerTransactions message. Does not implicitly {@link rouged.v1.PeerTransactions.verify|verify} messages.
             * @param message PeerTransactions message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerTransactions.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerTransactions message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerTransactions & rouged.v1.PeerTransactions.$Shape} PeerTransactions
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerTransactions & rouged.v1.PeerTransactions.$Shape;
        }

        namespace PeerTransactions {

            /** Properties of a PeerTransactions. */
            interface $Properties {

                /** PeerTransactions request */
                request?: (number|null);

                /** PeerTransactions ids */
                ids?: (Uint8Array|null);

                /** PeerTransactions transactions */
                transactions?: (rouged.v1.Transaction.$Properties[]|null);

                /** PeerTransactions missing */
                missing?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerTransactions. */
            type $Shape = rouged.v1.PeerTransactions.$Properties;
        }

        /**
         * Properties of a Handover.
         * @deprecated Use rouged.v1.Handover.$Properties instead.
         */
        interface IHandover extends rouged.v1.Handover.$Properties {
        }

        /** Represents a Handover. */
        class Handover {

            /**
             * Constructs a new Handover.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Handover.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Handover request. */
            request: number;

            /** Handover id. */
            id: Uint8Array;

            /** Handover transaction. */
            transaction?: (rouged.v1.Transaction.$Properties|null);

            /**
             * Creates a new Handover instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Handover instance
             */
            static create(properties: rouged.v1.Handover.$Shape): rouged.v1.Handover & rouged.v1.Handover.$Shape;
            static create(properties?: rouged.v1.Handover.$Properties): rouged.v1.Handover;

            /**
             * Encodes the specified Handover message. Does not implicitly {@link rouged.v1.Handover.verify|verify} messages.
             * @param message Handover message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Handover.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Handover message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Handover & rouged.v1.Handover.$Shape} Handover
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Handover & rouged.v1.Handover.$Shape;
        }

        namespace Handover {

            /** Properties of a Handover. */
            interface $Properties {

                /** Handover request */
                request?: (number|null);

                /** Handover id */
                id?: (Uint8Array|null);

                /** Handover transaction */
                transaction?: (rouged.v1.Transaction.$Properties|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Handover. */
            type $Shape = rouged.v1.Handover.$Properties;
        }

        /**
         * Properties of a HandoverAnswer.
         * @deprecated Use rouged.v1.HandoverAnswer.$Properties instead.
         */
        interface IHandoverAnswer extends rouged.v1.HandoverAnswer.$Properties {
        }

        /** Represents a HandoverAnswer. */
        class HandoverAnswer {

            /**
             * Constructs a new HandoverAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.HandoverAnswer.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** HandoverAnswer request. */
            request: number;

            /** HandoverAnswer code. */
            code: string;

            /** HandoverAnswer error. */
            error: string;

            /** HandoverAnswer retryAfterSeconds. */
            retryAfterSeconds: number;

            /**
             * Creates a new HandoverAnswer instance using the specified properties.
             * @param [properties] Properties to set
             * @returns HandoverAnswer instance
             */
            static create(properties: rouged.v1.HandoverAnswer.$Shape): rouged.v1.HandoverAnswer & rouged.v1.HandoverAnswer.$Shape;
            static create(properties?: rouged.v1.HandoverAnswer.$Properties): rouged.v1.HandoverAnswer;

            /**
             * Encodes the specified HandoverAnswer message. Does not implicitly {@link rouged.v1.HandoverAnswer.verify|verify} messages.
             * @param message HandoverAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.HandoverAnswer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a HandoverAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.HandoverAnswer & rouged.v1.HandoverAnswer.$Shape} HandoverAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.HandoverAnswer & rouged.v1.HandoverAnswer.$Shape;
        }

        namespace HandoverAnswer {

            /** Properties of a HandoverAnswer. */
            interface $Properties {

                /** HandoverAnswer request */
                request?: (number|null);

                /** HandoverAnswer code */
                code?: (string|null);

                /** HandoverAnswer error */
                error?: (string|null);

                /** HandoverAnswer retryAfterSeconds */
                retryAfterSeconds?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a HandoverAnswer. */
            type $Shape = rouged.v1.HandoverAnswer.$Properties;
        }

        /**
         * Properties of a PeersWanted.
         * @deprecated Use rouged.v1.PeersWanted.$Properties instead.
         */
        interface IPeersWanted extends rouged.v1.PeersWanted.$Properties {
        }

        /** Represents a PeersWanted. */
        class PeersWanted {

            /**
             * Constructs a new PeersWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeersWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /**
             * Creates a new PeersWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeersWanted instance
             */
            static create(properties: rouged.v1.PeersWanted.$Shape): rouged.v1.PeersWanted & rouged.v1.PeersWanted.$Shape;
            static create(properties?: rouged.v1.PeersWanted.$Properties): rouged.v1.PeersWanted;

            /**
             * Encodes the specified PeersWanted message. Does not implicitly {@link rouged.v1.PeersWanted.verify|verify} messages.
             * @param message PeersWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeersWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeersWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeersWanted & rouged.v1.PeersWanted.$Shape} PeersWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeersWanted & rouged.v1.PeersWanted.$Shape;
        }

        namespace PeersWanted {

            /** Properties of a PeersWanted. */
            interface $Properties {

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeersWanted. */
            type $Shape = rouged.v1.PeersWanted.$Properties;
        }

        /**
         * Properties of a PeerAddresses.
         * @deprecated Use rouged.v1.PeerAddresses.$Properties instead.
         */
        interface IPeerAddresses extends rouged.v1.PeerAddresses.$Properties {
        }

        /** Represents a PeerAddresses. */
        class PeerAddresses {

            /**
             * Constructs a new PeerAddresses.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerAddresses.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerAddresses peers. */
            peers: rouged.v1.PeerAddress.$Properties[];

            /**
             * Creates a new PeerAddresses instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerAddresses instance
             */
            static create(properties: rouged.v1.PeerAddresses.$Shape): rouged.v1.PeerAddresses & rouged.v1.PeerAddresses.$Shape;
            static create(properties?: rouged.v1.PeerAddresses.$Properties): rouged.v1.PeerAddresses;

            /**
             * Encodes the specified PeerAddresses message. Does not implicitly {@link rouged.v1.PeerAddresses.verify|verify} messages.
             * @param message PeerAddresses message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerAddresses.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerAddresses message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerAddresses & rouged.v1.PeerAddresses.$Shape} PeerAddresses
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerAddresses & rouged.v1.PeerAddresses.$Shape;
        }

        namespace PeerAddresses {

            /** Properties of a PeerAddresses. */
            interface $Properties {

                /** PeerAddresses peers */
                peers?: (rouged.v1.PeerAddress.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerAddresses. */
            type $Shape = rouged.v1.PeerAddresses.$Properties;
        }

        /**
         * Properties of a PeerAddress.
         * @deprecated Use rouged.v1.PeerAddress.$Properties instead.
         */
        interface IPeerAddress extends rouged.v1.PeerAddress.$Properties {
        }

        /** Represents a PeerAddress. */
        class PeerAddress {

            /**
             * Constructs a new PeerAddress.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerAddress.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerAddress url. */
            url: string;

            /** PeerAddress name. */
            name: string;

            /**
             * Creates a new PeerAddress instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerAddress instance
             */
            static create(properties: rouged.v1.PeerAddress.$Shape): rouged.v1.PeerAddress & rouged.v1.PeerAddress.$Shape;
            static create(properties?: rouged.v1.PeerAddress.$Properties): rouged.v1.PeerAddress;

            /**
             * Encodes the specified PeerAddress message. Does not implicitly {@link rouged.v1.PeerAddress.verify|verify} messages.
             * @param message PeerAddress message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerAddress.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerAddress message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerAddress & rouged.v1.PeerAddress.$Shape} PeerAddress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerAddress & rouged.v1.PeerAddress.$Shape;
        }

        namespace PeerAddress {

            /** Properties of a PeerAddress. */
            interface $Properties {

                /** PeerAddress url */
                url?: (string|null);

                /** PeerAddress name */
                name?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerAddress. */
            type $Shape = rouged.v1.PeerAddress.$Properties;
        }

        /**
         * Properties of a PeerEvidence.
         * @deprecated Use rouged.v1.PeerEvidence.$Properties instead.
         */
        interface IPeerEvidence extends rouged.v1.PeerEvidence.$Properties {
        }

        /** Represents a PeerEvidence. */
        class PeerEvidence {

            /**
             * Constructs a new PeerEvidence.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.PeerEvidence.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** PeerEvidence evidence. */
            evidence: Uint8Array;

            /**
             * Creates a new PeerEvidence instance using the specified properties.
             * @param [properties] Properties to set
             * @returns PeerEvidence instance
             */
            static create(properties: rouged.v1.PeerEvidence.$Shape): rouged.v1.PeerEvidence & rouged.v1.PeerEvidence.$Shape;
            static create(properties?: rouged.v1.PeerEvidence.$Properties): rouged.v1.PeerEvidence;

            /**
             * Encodes the specified PeerEvidence message. Does not implicitly {@link rouged.v1.PeerEvidence.verify|verify} messages.
             * @param message PeerEvidence message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.PeerEvidence.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PeerEvidence message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.PeerEvidence & rouged.v1.PeerEvidence.$Shape} PeerEvidence
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.PeerEvidence & rouged.v1.PeerEvidence.$Shape;
        }

        namespace PeerEvidence {

            /** Properties of a PeerEvidence. */
            interface $Properties {

                /** PeerEvidence evidence */
                evidence?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a PeerEvidence. */
            type $Shape = rouged.v1.PeerEvidence.$Properties;
        }

        /**
         * Properties of a Ping.
         * @deprecated Use rouged.v1.Ping.$Properties instead.
         */
        interface IPing extends rouged.v1.Ping.$Properties {
        }

        /** Represents a Ping. */
        class Ping {

            /**
             * Constructs a new Ping.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Ping.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Ping number. */
            number: number;

            /**
             * Creates a new Ping instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Ping instance
             */
            static create(properties: rouged.v1.Ping.$Shape): rouged.v1.Ping & rouged.v1.Ping.$Shape;
            static create(properties?: rouged.v1.Ping.$Properties): rouged.v1.Ping;

            /**
             * Encodes the specified Ping message. Does not implicitly {@link rouged.v1.Ping.verify|verify} messages.
             * @param message Ping message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Ping.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Ping message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Ping & rouged.v1.Ping.$Shape} Ping
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Ping & rouged.v1.Ping.$Shape;
        }

        namespace Ping {

            /** Properties of a Ping. */
            interface $Properties {

                /** Ping number */
                number?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Ping. */
            type $Shape = rouged.v1.Ping.$Properties;
        }

        /**
         * Properties of a Pong.
         * @deprecated Use rouged.v1.Pong.$Properties instead.
         */
        interface IPong extends rouged.v1.Pong.$Properties {
        }

        /** Represents a Pong. */
        class Pong {

            /**
             * Constructs a new Pong.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Pong.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Pong number. */
            number: number;

            /**
             * Creates a new Pong instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Pong instance
             */
            static create(properties: rouged.v1.Pong.$Shape): rouged.v1.Pong & rouged.v1.Pong.$Shape;
            static create(properties?: rouged.v1.Pong.$Properties): rouged.v1.Pong;

            /**
             * Encodes the specified Pong message. Does not implicitly {@link rouged.v1.Pong.verify|verify} messages.
             * @param message Pong message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Pong.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Pong message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Pong & rouged.v1.Pong.$Shape} Pong
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Pong & rouged.v1.Pong.$Shape;
        }

        namespace Pong {

            /** Properties of a Pong. */
            interface $Properties {

                /** Pong number */
                number?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Pong. */
            type $Shape = rouged.v1.Pong.$Properties;
        }

        /**
         * Properties of a Goodbye.
         * @deprecated Use rouged.v1.Goodbye.$Properties instead.
         */
        interface IGoodbye extends rouged.v1.Goodbye.$Properties {
        }

        /** Represents a Goodbye. */
        class Goodbye {

            /**
             * Constructs a new Goodbye.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.Goodbye.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Goodbye reason. */
            reason: string;

            /**
             * Creates a new Goodbye instance using the specified properties.
             * @param [properties] Properties to set
             * @returns Goodbye instance
             */
            static create(properties: rouged.v1.Goodbye.$Shape): rouged.v1.Goodbye & rouged.v1.Goodbye.$Shape;
            static create(properties?: rouged.v1.Goodbye.$Properties): rouged.v1.Goodbye;

            /**
             * Encodes the specified Goodbye message. Does not implicitly {@link rouged.v1.Goodbye.verify|verify} messages.
             * @param message Goodbye message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.Goodbye.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Goodbye message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.Goodbye & rouged.v1.Goodbye.$Shape} Goodbye
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.Goodbye & rouged.v1.Goodbye.$Shape;
        }

        namespace Goodbye {

            /** Properties of a Goodbye. */
            interface $Properties {

                /** Goodbye reason */
                reason?: (string|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Goodbye. */
            type $Shape = rouged.v1.Goodbye.$Properties;
        }

        /**
         * Properties of a KeyElsewhere.
         * @deprecated Use rouged.v1.KeyElsewhere.$Properties instead.
         */
        interface IKeyElsewhere extends rouged.v1.KeyElsewhere.$Properties {
        }

        /** Represents a KeyElsewhere. */
        class KeyElsewhere {

            /**
             * Constructs a new KeyElsewhere.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.KeyElsewhere.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** KeyElsewhere text. */
            text: Uint8Array;

            /** KeyElsewhere signature. */
            signature: Uint8Array;

            /**
             * Creates a new KeyElsewhere instance using the specified properties.
             * @param [properties] Properties to set
             * @returns KeyElsewhere instance
             */
            static create(properties: rouged.v1.KeyElsewhere.$Shape): rouged.v1.KeyElsewhere & rouged.v1.KeyElsewhere.$Shape;
            static create(properties?: rouged.v1.KeyElsewhere.$Properties): rouged.v1.KeyElsewhere;

            /**
             * Encodes the specified KeyElsewhere message. Does not implicitly {@link rouged.v1.KeyElsewhere.verify|verify} messages.
             * @param message KeyElsewhere message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.KeyElsewhere.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a KeyElsewhere message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.KeyElsewhere & rouged.v1.KeyElsewhere.$Shape} KeyElsewhere
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.KeyElsewhere & rouged.v1.KeyElsewhere.$Shape;
        }

        namespace KeyElsewhere {

            /** Properties of a KeyElsewhere. */
            interface $Properties {

                /** KeyElsewhere text */
                text?: (Uint8Array|null);

                /** KeyElsewhere signature */
                signature?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a KeyElsewhere. */
            type $Shape = rouged.v1.KeyElsewhere.$Properties;
        }

        /**
         * Properties of a SnapshotsWanted.
         * @deprecated Use rouged.v1.SnapshotsWanted.$Properties instead.
         */
        interface ISnapshotsWanted extends rouged.v1.SnapshotsWanted.$Properties {
        }

        /** Represents a SnapshotsWanted. */
        class SnapshotsWanted {

            /**
             * Constructs a new SnapshotsWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotsWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotsWanted request. */
            request: number;

            /** SnapshotsWanted height. */
            height: number;

            /**
             * Creates a new SnapshotsWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotsWanted instance
             */
            static create(properties: rouged.v1.SnapshotsWanted.$Shape): rouged.v1.SnapshotsWanted & rouged.v1.SnapshotsWanted.$Shape;
            static create(properties?: rouged.v1.SnapshotsWanted.$Properties): rouged.v1.SnapshotsWanted;

            /**
             * Encodes the specified SnapshotsWanted message. Does not implicitly {@link rouged.v1.SnapshotsWanted.verify|verify} messages.
             * @param message SnapshotsWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotsWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotsWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotsWanted & rouged.v1.SnapshotsWanted.$Shape} SnapshotsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotsWanted & rouged.v1.SnapshotsWanted.$Shape;
        }

        namespace SnapshotsWanted {

            /** Properties of a SnapshotsWanted. */
            interface $Properties {

                /** SnapshotsWanted request */
                request?: (number|null);

                /** SnapshotsWanted height */
                height?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotsWanted. */
            type $Shape = rouged.v1.SnapshotsWanted.$Properties;
        }

        /**
         * Properties of a SnapshotsOffered.
         * @deprecated Use rouged.v1.SnapshotsOffered.$Properties instead.
         */
        interface ISnapshotsOffered extends rouged.v1.SnapshotsOffered.$Properties {
        }

        /** Represents a SnapshotsOffered. */
        class SnapshotsOffered {

            /**
             * Constructs a new SnapshotsOffered.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotsOffered.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotsOffered request. */
            request: number;

            /** SnapshotsOffered snapshots. */
            snapshots: rouged.v1.SnapshotFacts.$Properties[];

            /** SnapshotsOffered blockHash. */
            blockHash: Uint8Array;

            /**
             * Creates a new SnapshotsOffered instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotsOffered instance
             */
            static create(properties: rouged.v1.SnapshotsOffered.$Shape): rouged.v1.SnapshotsOffered & rouged.v1.SnapshotsOffered.$Shape;
            static create(properties?: rouged.v1.SnapshotsOffered.$Properties): rouged.v1.SnapshotsOffered;

            /**
             * Encodes the specified SnapshotsOffered message. Does not implicitly {@link rouged.v1.SnapshotsOffered.verify|verify} messages.
             * @param message SnapshotsOffered message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotsOffered.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotsOffered message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotsOffered & rouged.v1.SnapshotsOffered.$Shape} SnapshotsOffered
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotsOffered & rouged.v1.SnapshotsOffered.$Shape;
        }

        namespace SnapshotsOffered {

            /** Properties of a SnapshotsOffered. */
            interface $Properties {

                /** SnapshotsOffered request */
                request?: (number|null);

                /** SnapshotsOffered snapshots */
                snapshots?: (rouged.v1.SnapshotFacts.$Properties[]|null);

                /** SnapshotsOffered blockHash */
                blockHash?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotsOffered. */
            type $Shape = rouged.v1.SnapshotsOffered.$Properties;
        }

        /**
         * Properties of a SnapshotFacts.
         * @deprecated Use rouged.v1.SnapshotFacts.$Properties instead.
         */
        interface ISnapshotFacts extends rouged.v1.SnapshotFacts.$Properties {
        }

        /** Represents a SnapshotFacts. */
        class SnapshotFacts {

            /**
             * Constructs a new SnapshotFacts.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotFacts.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotFacts height. */
            height: number;

            /** SnapshotFacts blockHash. */
            blockHash: Uint8Array;

            /** SnapshotFacts id. */
            id: Uint8Array;

            /** SnapshotFacts parts. */
            parts: number;

            /** SnapshotFacts bytes. */
            bytes: number;

            /**
             * Creates a new SnapshotFacts instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotFacts instance
             */
            static create(properties: rouged.v1.SnapshotFacts.$Shape): rouged.v1.SnapshotFacts & rouged.v1.SnapshotFacts.$Shape;
            static create(properties?: rouged.v1.SnapshotFacts.$Properties): rouged.v1.SnapshotFacts;

            /**
             * Encodes the specified SnapshotFacts message. Does not implicitly {@link rouged.v1.SnapshotFacts.verify|verify} messages.
             * @param message SnapshotFacts message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotFacts message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotFacts & rouged.v1.SnapshotFacts.$Shape} SnapshotFacts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotFacts & rouged.v1.SnapshotFacts.$Shape;
        }

        namespace SnapshotFacts {

            /** Properties of a SnapshotFacts. */
            interface $Properties {

                /** SnapshotFacts height */
                height?: (number|null);

                /** SnapshotFacts blockHash */
                blockHash?: (Uint8Array|null);

                /** SnapshotFacts id */
                id?: (Uint8Array|null);

                /** SnapshotFacts parts */
                parts?: (number|null);

                /** SnapshotFacts bytes */
                bytes?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotFacts. */
            type $Shape = rouged.v1.SnapshotFacts.$Properties;
        }

        /**
         * Properties of a SnapshotPartWanted.
         * @deprecated Use rouged.v1.SnapshotPartWanted.$Properties instead.
         */
        interface ISnapshotPartWanted extends rouged.v1.SnapshotPartWanted.$Properties {
        }

        /** Represents a SnapshotPartWanted. */
        class SnapshotPartWanted {

            /**
             * Constructs a new SnapshotPartWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotPartWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotPartWanted request. */
            request: number;

            /** SnapshotPartWanted id. */
            id: Uint8Array;

            /** SnapshotPartWanted part. */
            part: number;

            /** SnapshotPartWanted offset. */
            offset: number;

            /**
             * Creates a new SnapshotPartWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotPartWanted instance
             */
            static create(properties: rouged.v1.SnapshotPartWanted.$Shape): rouged.v1.SnapshotPartWanted & rouged.v1.SnapshotPartWanted.$Shape;
            static create(properties?: rouged.v1.SnapshotPartWanted.$Properties): rouged.v1.SnapshotPartWanted;

            /**
             * Encodes the specified SnapshotPartWanted message. Does not implicitly {@link rouged.v1.SnapshotPartWanted.verify|verify} messages.
             * @param message SnapshotPartWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotPartWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotPartWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotPartWanted & rouged.v1.SnapshotPartWanted.$Shape} SnapshotPartWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotPartWanted & rouged.v1.SnapshotPartWanted.$Shape;
        }

        namespace SnapshotPartWanted {

            /** Properties of a SnapshotPartWanted. */
            interface $Properties {

                /** SnapshotPartWanted request */
                request?: (number|null);

                /** SnapshotPartWanted id */
                id?: (Uint8Array|null);

                /** SnapshotPartWanted part */
                part?: (number|null);

                /** SnapshotPartWanted offset */
                offset?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotPartWanted. */
            type $Shape = rouged.v1.SnapshotPartWanted.$Properties;
        }

        /**
         * Properties of a SnapshotPart.
         * @deprecated Use rouged.v1.SnapshotPart.$Properties instead.
         */
        interface ISnapshotPart extends rouged.v1.SnapshotPart.$Properties {
        }

        /** Represents a SnapshotPart. */
        class SnapshotPart {

            /**
             * Constructs a new SnapshotPart.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.SnapshotPart.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SnapshotPart request. */
            request: number;

            /** SnapshotPart bytes. */
            bytes: Uint8Array;

            /** SnapshotPart refused. */
            refused: boolean;

            /**
             * Creates a new SnapshotPart instance using the specified properties.
             * @param [properties] Properties to set
             * @returns SnapshotPart instance
             */
            static create(properties: rouged.v1.SnapshotPart.$Shape): rouged.v1.SnapshotPart & rouged.v1.SnapshotPart.$Shape;
            static create(properties?: rouged.v1.SnapshotPart.$Properties): rouged.v1.SnapshotPart;

            /**
             * Encodes the specified SnapshotPart message. Does not implicitly {@link rouged.v1.SnapshotPart.verify|verify} messages.
             * @param message SnapshotPart message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.SnapshotPart.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SnapshotPart message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotPart & rouged.v1.SnapshotPart.$Shape} SnapshotPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.SnapshotPart & rouged.v1.SnapshotPart.$Shape;
        }

        namespace SnapshotPart {

            /** Properties of a SnapshotPart. */
            interface $Properties {

                /** SnapshotPart request */
                request?: (number|null);

                /** SnapshotPart bytes */
                bytes?: (Uint8Array|null);

                /** SnapshotPart refused */
                refused?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SnapshotPart. */
            type $Shape = rouged.v1.SnapshotPart.$Properties;
        }

        /**
         * Properties of a ServiceLogs.
         * @deprecated Use rouged.v1.ServiceLogs.$Properties instead.
         */
        interface IServiceLogs extends rouged.v1.ServiceLogs.$Properties {
        }

        /** Represents a ServiceLogs. */
        class ServiceLogs {

            /**
             * Constructs a new ServiceLogs.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceLogs.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceLogs marks. */
            marks: rouged.v1.ServiceLogMark.$Properties[];

            /**
             * Creates a new ServiceLogs instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceLogs instance
             */
            static create(properties: rouged.v1.ServiceLogs.$Shape): rouged.v1.ServiceLogs & rouged.v1.ServiceLogs.$Shape;
            static create(properties?: rouged.v1.ServiceLogs.$Properties): rouged.v1.ServiceLogs;

            /**
             * Encodes the specified ServiceLogs message. Does not implicitly {@link rouged.v1.ServiceLogs.verify|verify} messages.
             * @param message ServiceLogs message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceLogs.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceLogs message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogs & rouged.v1.ServiceLogs.$Shape} ServiceLogs
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceLogs & rouged.v1.ServiceLogs.$Shape;
        }

        namespace ServiceLogs {

            /** Properties of a ServiceLogs. */
            interface $Properties {

                /** ServiceLogs marks */
                marks?: (rouged.v1.ServiceLogMark.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceLogs. */
            type $Shape = rouged.v1.ServiceLogs.$Properties;
        }

        /**
         * Properties of a ServiceLogMark.
         * @deprecated Use rouged.v1.ServiceLogMark.$Properties instead.
         */
        interface IServiceLogMark extends rouged.v1.ServiceLogMark.$Properties {
        }

        /** Represents a ServiceLogMark. */
        class ServiceLogMark {

            /**
             * Constructs a new ServiceLogMark.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceLogMark.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceLogMark origin. */
            origin: Uint8Array;

            /** ServiceLogMark isPrivate. */
            isPrivate: boolean;

            /** ServiceLogMark last. */
            last: number;

            /**
             * Creates a new ServiceLogMark instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceLogMark instance
             */
            static create(properties: rouged.v1.ServiceLogMark.$Shape): rouged.v1.ServiceLogMark & rouged.v1.ServiceLogMark.$Shape;
            static create(properties?: rouged.v1.ServiceLogMark.$Properties): rouged.v1.ServiceLogMark;

            /**
             * Encodes the specified ServiceLogMark message. Does not implicitly {@link rouged.v1.ServiceLogMark.verify|verify} messages.
             * @param message ServiceLogMark message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceLogMark.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceLogMark message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogMark & rouged.v1.ServiceLogMark.$Shape} ServiceLogMark
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceLogMark & rouged.v1.ServiceLogMark.$Shape;
        }

        namespace ServiceLogMark {

            /** Properties of a ServiceLogMark. */
            interface $Properties {

                /** ServiceLogMark origin */
                origin?: (Uint8Array|null);

                /** ServiceLogMark isPrivate */
                isPrivate?: (boolean|null);

                /** ServiceLogMark last */
                last?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceLogMark. */
            type $Shape = rouged.v1.ServiceLogMark.$Properties;
        }

        /**
         * Properties of a ServiceRunsWanted.
         * @deprecated Use rouged.v1.ServiceRunsWanted.$Properties instead.
         */
        interface IServiceRunsWanted extends rouged.v1.ServiceRunsWanted.$Properties {
        }

        /** Represents a ServiceRunsWanted. */
        class ServiceRunsWanted {

            /**
             * Constructs a new ServiceRunsWanted.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceRunsWanted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceRunsWanted request. */
            request: number;

            /** ServiceRunsWanted origin. */
            origin: Uint8Array;

            /** ServiceRunsWanted isPrivate. */
            isPrivate: boolean;

            /** ServiceRunsWanted from. */
            from: number;

            /**
             * Creates a new ServiceRunsWanted instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceRunsWanted instance
             */
            static create(properties: rouged.v1.ServiceRunsWanted.$Shape): rouged.v1.ServiceRunsWanted & rouged.v1.ServiceRunsWanted.$Shape;
            static create(properties?: rouged.v1.ServiceRunsWanted.$Properties): rouged.v1.ServiceRunsWanted;

            /**
             * Encodes the specified ServiceRunsWanted message. Does not implicitly {@link rouged.v1.ServiceRunsWanted.verify|verify} messages.
             * @param message ServiceRunsWanted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceRunsWanted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceRunsWanted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRunsWanted & rouged.v1.ServiceRunsWanted.$Shape} ServiceRunsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceRunsWanted & rouged.v1.ServiceRunsWanted.$Shape;
        }

        namespace ServiceRunsWanted {

            /** Properties of a ServiceRunsWanted. */
            interface $Properties {

                /** ServiceRunsWanted request */
                request?: (number|null);

                /** ServiceRunsWanted origin */
                origin?: (Uint8Array|null);

                /** ServiceRunsWanted isPrivate */
                isPrivate?: (boolean|null);

                /** ServiceRunsWanted from */
                from?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceRunsWanted. */
            type $Shape = rouged.v1.ServiceRunsWanted.$Properties;
        }

        /**
         * Properties of a ServiceRuns.
         * @deprecated Use rouged.v1.ServiceRuns.$Properties instead.
         */
        interface IServiceRuns extends rouged.v1.ServiceRuns.$Properties {
        }

        /** Represents a ServiceRuns. */
        class ServiceRuns {

            /**
             * Constructs a new ServiceRuns.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceRuns.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceRuns request. */
            request: number;

            /** ServiceRuns runs. */
            runs: Uint8Array;

            /**
             * Creates a new ServiceRuns instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceRuns instance
             */
            static create(properties: rouged.v1.ServiceRuns.$Shape): rouged.v1.ServiceRuns & rouged.v1.ServiceRuns.$Shape;
            static create(properties?: rouged.v1.ServiceRuns.$Properties): rouged.v1.ServiceRuns;

            /**
             * Encodes the specified ServiceRuns message. Does not implicitly {@link rouged.v1.ServiceRuns.verify|verify} messages.
             * @param message ServiceRuns message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceRuns.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceRuns message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRuns & rouged.v1.ServiceRuns.$Shape} ServiceRuns
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceRuns & rouged.v1.ServiceRuns.$Shape;
        }

        namespace ServiceRuns {

            /** Properties of a ServiceRuns. */
            interface $Properties {

                /** ServiceRuns request */
                request?: (number|null);

                /** ServiceRuns runs */
                runs?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceRuns. */
            type $Shape = rouged.v1.ServiceRuns.$Properties;
        }

        /**
         * Properties of a ServiceLogPart.
         * @deprecated Use rouged.v1.ServiceLogPart.$Properties instead.
         */
        interface IServiceLogPart extends rouged.v1.ServiceLogPart.$Properties {
        }

        /** Represents a ServiceLogPart. */
        class ServiceLogPart {

            /**
             * Constructs a new ServiceLogPart.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceLogPart.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceLogPart originKey. */
            originKey: Uint8Array;

            /** ServiceLogPart runs. */
            runs: rouged.v1.ServiceRun.$Properties[];

            /**
             * Creates a new ServiceLogPart instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceLogPart instance
             */
            static create(properties: rouged.v1.ServiceLogPart.$Shape): rouged.v1.ServiceLogPart & rouged.v1.ServiceLogPart.$Shape;
            static create(properties?: rouged.v1.ServiceLogPart.$Properties): rouged.v1.ServiceLogPart;

            /**
             * Encodes the specified ServiceLogPart message. Does not implicitly {@link rouged.v1.ServiceLogPart.verify|verify} messages.
             * @param message ServiceLogPart message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceLogPart.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceLogPart message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogPart & rouged.v1.ServiceLogPart.$Shape} ServiceLogPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceLogPart & rouged.v1.ServiceLogPart.$Shape;
        }

        namespace ServiceLogPart {

            /** Properties of a ServiceLogPart. */
            interface $Properties {

                /** ServiceLogPart originKey */
                originKey?: (Uint8Array|null);

                /** ServiceLogPart runs */
                runs?: (rouged.v1.ServiceRun.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceLogPart. */
            type $Shape = rouged.v1.ServiceLogPart.$Properties;
        }

        /**
         * Properties of a ServiceRun.
         * @deprecated Use rouged.v1.ServiceRun.$Properties instead.
         */
        interface IServiceRun extends rouged.v1.ServiceRun.$Properties {
        }

        /** Represents a ServiceRun. */
        class ServiceRun {

            /**
             * Constructs a new ServiceRun.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceRun.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceRun first. */
            first: number;

            /** ServiceRun previous. */
            previous: Uint8Array;

            /** ServiceRun signature. */
            signature: Uint8Array;

            /** ServiceRun entries. */
            entries: rouged.v1.ServiceEntry.$Properties[];

            /**
             * Creates a new ServiceRun instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceRun instance
             */
            static create(properties: rouged.v1.ServiceRun.$Shape): rouged.v1.ServiceRun & rouged.v1.ServiceRun.$Shape;
            static create(properties?: rouged.v1.ServiceRun.$Properties): rouged.v1.ServiceRun;

            /**
             * Encodes the specified ServiceRun message. Does not implicitly {@link rouged.v1.ServiceRun.verify|verify} messages.
             * @param message ServiceRun message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceRun.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceRun message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRun & rouged.v1.ServiceRun.$Shape} ServiceRun
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceRun & rouged.v1.ServiceRun.$Shape;
        }

        namespace ServiceRun {

            /** Properties of a ServiceRun. */
            interface $Properties {

                /** ServiceRun first */
                first?: (number|null);

                /** ServiceRun previous */
                previous?: (Uint8Array|null);

                /** ServiceRun signature */
                signature?: (Uint8Array|null);

                /** ServiceRun entries */
                entries?: (rouged.v1.ServiceEntry.$Properties[]|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceRun. */
            type $Shape = rouged.v1.ServiceRun.$Properties;
        }

        /**
         * Properties of a ServiceEntry.
         * @deprecated Use rouged.v1.ServiceEntry.$Properties instead.
         */
        interface IServiceEntry extends rouged.v1.ServiceEntry.$Properties {
        }

        /** Represents a ServiceEntry. */
        class ServiceEntry {

            /**
             * Constructs a new ServiceEntry.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceEntry.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceEntry id. */
            id: Uint8Array;

            /** ServiceEntry kind. */
            kind: string;

            /** ServiceEntry height. */
            height: number;

            /** ServiceEntry publicKey. */
            publicKey: Uint8Array;

            /** ServiceEntry signature. */
            signature: Uint8Array;

            /** ServiceEntry keyAt. */
            keyAt: number;

            /** ServiceEntry text. */
            text: Uint8Array;

            /** ServiceEntry isPassedOver. */
            isPassedOver: boolean;

            /**
             * Creates a new ServiceEntry instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceEntry instance
             */
            static create(properties: rouged.v1.ServiceEntry.$Shape): rouged.v1.ServiceEntry & rouged.v1.ServiceEntry.$Shape;
            static create(properties?: rouged.v1.ServiceEntry.$Properties): rouged.v1.ServiceEntry;

            /**
             * Encodes the specified ServiceEntry message. Does not implicitly {@link rouged.v1.ServiceEntry.verify|verify} messages.
             * @param message ServiceEntry message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceEntry.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceEntry message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceEntry & rouged.v1.ServiceEntry.$Shape} ServiceEntry
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceEntry & rouged.v1.ServiceEntry.$Shape;
        }

        namespace ServiceEntry {

            /** Properties of a ServiceEntry. */
            interface $Properties {

                /** ServiceEntry id */
                id?: (Uint8Array|null);

                /** ServiceEntry kind */
                kind?: (string|null);

                /** ServiceEntry height */
                height?: (number|null);

                /** ServiceEntry publicKey */
                publicKey?: (Uint8Array|null);

                /** ServiceEntry signature */
                signature?: (Uint8Array|null);

                /** ServiceEntry keyAt */
                keyAt?: (number|null);

                /** ServiceEntry text */
                text?: (Uint8Array|null);

                /** ServiceEntry isPassedOver */
                isPassedOver?: (boolean|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceEntry. */
            type $Shape = rouged.v1.ServiceEntry.$Properties;
        }

        /**
         * Properties of a ServiceForward.
         * @deprecated Use rouged.v1.ServiceForward.$Properties instead.
         */
        interface IServiceForward extends rouged.v1.ServiceForward.$Properties {
        }

        /** Represents a ServiceForward. */
        class ServiceForward {

            /**
             * Constructs a new ServiceForward.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceForward.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceForward request. */
            request: number;

            /** ServiceForward service. */
            service: string;

            /** ServiceForward body. */
            body: Uint8Array;

            /**
             * Creates a new ServiceForward instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceForward instance
             */
            static create(properties: rouged.v1.ServiceForward.$Shape): rouged.v1.ServiceForward & rouged.v1.ServiceForward.$Shape;
            static create(properties?: rouged.v1.ServiceForward.$Properties): rouged.v1.ServiceForward;

            /**
             * Encodes the specified ServiceForward message. Does not implicitly {@link rouged.v1.ServiceForward.verify|verify} messages.
             * @param message ServiceForward message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceForward.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceForward message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceForward & rouged.v1.ServiceForward.$Shape} ServiceForward
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceForward & rouged.v1.ServiceForward.$Shape;
        }

        namespace ServiceForward {

            /** Properties of a ServiceForward. */
            interface $Properties {

                /** ServiceForward request */
                request?: (number|null);

                /** ServiceForward service */
                service?: (string|null);

                /** ServiceForward body */
                body?: (Uint8Array|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceForward. */
            type $Shape = rouged.v1.ServiceForward.$Properties;
        }

        /**
         * Properties of a ServiceForwarded.
         * @deprecated Use rouged.v1.ServiceForwarded.$Properties instead.
         */
        interface IServiceForwarded extends rouged.v1.ServiceForwarded.$Properties {
        }

        /** Represents a ServiceForwarded. */
        class ServiceForwarded {

            /**
             * Constructs a new ServiceForwarded.
             * @param [properties] Properties to set
             */
            constructor(properties?: rouged.v1.ServiceForwarded.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** ServiceForwarded request. */
            request: number;

            /** ServiceForwarded answer. */
            answer: Uint8Array;

            /** ServiceForwarded code. */
            code: string;

            /** ServiceForwarded error. */
            error: string;

            /** ServiceForwarded retryAfterSeconds. */
            retryAfterSeconds: number;

            /**
             * Creates a new ServiceForwarded instance using the specified properties.
             * @param [properties] Properties to set
             * @returns ServiceForwarded instance
             */
            static create(properties: rouged.v1.ServiceForwarded.$Shape): rouged.v1.ServiceForwarded & rouged.v1.ServiceForwarded.$Shape;
            static create(properties?: rouged.v1.ServiceForwarded.$Properties): rouged.v1.ServiceForwarded;

            /**
             * Encodes the specified ServiceForwarded message. Does not implicitly {@link rouged.v1.ServiceForwarded.verify|verify} messages.
             * @param message ServiceForwarded message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: rouged.v1.ServiceForwarded.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a ServiceForwarded message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceForwarded & rouged.v1.ServiceForwarded.$Shape} ServiceForwarded
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): rouged.v1.ServiceForwarded & rouged.v1.ServiceForwarded.$Shape;
        }

        namespace ServiceForwarded {

            /** Properties of a ServiceForwarded. */
            interface $Properties {

                /** ServiceForwarded request */
                request?: (number|null);

                /** ServiceForwarded answer */
                answer?: (Uint8Array|null);

                /** ServiceForwarded code */
                code?: (string|null);

                /** ServiceForwarded error */
                error?: (string|null);

                /** ServiceForwarded retryAfterSeconds */
                retryAfterSeconds?: (number|null);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a ServiceForwarded. */
            type $Shape = rouged.v1.ServiceForwarded.$Properties;
        }
    }
}
