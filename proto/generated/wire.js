/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "protobufjs/minimal.js";

// Common aliases
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

// Exported root namespace
const $root = $protobuf.roots["default"] || ($protobuf.roots["default"] = {});

export const rouged = $root.rouged = (() => {

    /**
     * Namespace rouged.
     * @exports rouged
     * @namespace
     */
    const rouged = {};

    rouged.v1 = (function() {

        /**
         * Namespace v1.
         * @memberof rouged
         * @namespace
         */
        const v1 = {};

        v1.Transaction = (function() {

            /**
             * Properties of a Transaction.
             * @typedef {Object} rouged.v1.Transaction.$Properties
             * @property {string|null} [operation] Transaction operation
             * @property {Uint8Array|null} [publicKey] Transaction publicKey
             * @property {Uint8Array|null} [text] Transaction text
             * @property {number|null} [keyAt] Transaction keyAt
             * @property {Uint8Array|null} [signature] Transaction signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Transaction.
             * @memberof rouged.v1
             * @interface ITransaction
             * @augments rouged.v1.Transaction.$Properties
             * @deprecated Use rouged.v1.Transaction.$Properties instead.
             */

            /**
             * Shape of a Transaction.
             * @typedef {rouged.v1.Transaction.$Properties} rouged.v1.Transaction.$Shape
             */

            /**
             * Constructs a new Transaction.
             * @memberof rouged.v1
             * @classdesc Represents a Transaction.
             * @constructor
             * @param {rouged.v1.Transaction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Transaction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Transaction operation.
             * @member {string} operation
             * @memberof rouged.v1.Transaction
             * @instance
             */
            Transaction.prototype.operation = "";

            /**
             * Transaction publicKey.
             * @member {Uint8Array} publicKey
             * @memberof rouged.v1.Transaction
             * @instance
             */
            Transaction.prototype.publicKey = $util.newBuffer([]);

            /**
             * Transaction text.
             * @member {Uint8Array} text
             * @memberof rouged.v1.Transaction
             * @instance
             */
            Transaction.prototype.text = $util.newBuffer([]);

            /**
             * Transaction keyAt.
             * @member {number} keyAt
             * @memberof rouged.v1.Transaction
             * @instance
             */
            Transaction.prototype.keyAt = 0;

            /**
             * Transaction signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.Transaction
             * @instance
             */
            Transaction.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new Transaction instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Transaction
             * @static
             * @param {rouged.v1.Transaction.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Transaction} Transaction instance
             * @type {{
             *   (properties: rouged.v1.Transaction.$Shape): rouged.v1.Transaction & rouged.v1.Transaction.$Shape;
             *   (properties?: rouged.v1.Transaction.$Properties): rouged.v1.Transaction;
             * }}
             */
            Transaction.create = function(properties) {
                return new Transaction(properties);
            };

            /**
             * Encodes the specified Transaction message. Does not implicitly {@link rouged.v1.Transaction.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Transaction
             * @static
             * @param {rouged.v1.Transaction.$Properties} message Transaction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Transaction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.operation != null && $Object.hasOwnProperty.call(message, "operation") && message.operation !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.operation);
                if (message.publicKey != null && $Object.hasOwnProperty.call(message, "publicKey") && message.publicKey.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.publicKey);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.text);
                if (message.keyAt != null && $Object.hasOwnProperty.call(message, "keyAt") && message.keyAt !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.keyAt);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Transaction message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Transaction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Transaction & rouged.v1.Transaction.$Shape} Transaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Transaction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Transaction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.operation = value;
                            else
                                delete message.operation;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.publicKey = value;
                            else
                                delete message.publicKey;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.keyAt = value;
                            else
                                delete message.keyAt;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Transaction;
        })();

        v1.StoredTransaction = (function() {

            /**
             * Properties of a StoredTransaction.
             * @typedef {Object} rouged.v1.StoredTransaction.$Properties
             * @property {string|null} [operation] StoredTransaction operation
             * @property {Uint8Array|null} [account] StoredTransaction account
             * @property {Uint8Array|null} [text] StoredTransaction text
             * @property {number|null} [keyAt] StoredTransaction keyAt
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StoredTransaction.
             * @memberof rouged.v1
             * @interface IStoredTransaction
             * @augments rouged.v1.StoredTransaction.$Properties
             * @deprecated Use rouged.v1.StoredTransaction.$Properties instead.
             */

            /**
             * Shape of a StoredTransaction.
             * @typedef {rouged.v1.StoredTransaction.$Properties} rouged.v1.StoredTransaction.$Shape
             */

            /**
             * Constructs a new StoredTransaction.
             * @memberof rouged.v1
             * @classdesc Represents a StoredTransaction.
             * @constructor
             * @param {rouged.v1.StoredTransaction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StoredTransaction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StoredTransaction operation.
             * @member {string} operation
             * @memberof rouged.v1.StoredTransaction
             * @instance
             */
            StoredTransaction.prototype.operation = "";

            /**
             * StoredTransaction account.
             * @member {Uint8Array} account
             * @memberof rouged.v1.StoredTransaction
             * @instance
             */
            StoredTransaction.prototype.account = $util.newBuffer([]);

            /**
             * StoredTransaction text.
             * @member {Uint8Array} text
             * @memberof rouged.v1.StoredTransaction
             * @instance
             */
            StoredTransaction.prototype.text = $util.newBuffer([]);

            /**
             * StoredTransaction keyAt.
             * @member {number} keyAt
             * @memberof rouged.v1.StoredTransaction
             * @instance
             */
            StoredTransaction.prototype.keyAt = 0;

            /**
             * Creates a new StoredTransaction instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StoredTransaction
             * @static
             * @param {rouged.v1.StoredTransaction.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StoredTransaction} StoredTransaction instance
             * @type {{
             *   (properties: rouged.v1.StoredTransaction.$Shape): rouged.v1.StoredTransaction & rouged.v1.StoredTransaction.$Shape;
             *   (properties?: rouged.v1.StoredTransaction.$Properties): rouged.v1.StoredTransaction;
             * }}
             */
            StoredTransaction.create = function(properties) {
                return new StoredTransaction(properties);
            };

            /**
             * Encodes the specified StoredTransaction message. Does not implicitly {@link rouged.v1.StoredTransaction.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StoredTransaction
             * @static
             * @param {rouged.v1.StoredTransaction.$Properties} message StoredTransaction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StoredTransaction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.operation != null && $Object.hasOwnProperty.call(message, "operation") && message.operation !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.operation);
                if (message.account != null && $Object.hasOwnProperty.call(message, "account") && message.account.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.account);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.text);
                if (message.keyAt != null && $Object.hasOwnProperty.call(message, "keyAt") && message.keyAt !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.keyAt);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StoredTransaction message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StoredTransaction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StoredTransaction & rouged.v1.StoredTransaction.$Shape} StoredTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StoredTransaction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StoredTransaction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.operation = value;
                            else
                                delete message.operation;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.account = value;
                            else
                                delete message.account;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.keyAt = value;
                            else
                                delete message.keyAt;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StoredTransaction;
        })();

        v1.Body = (function() {

            /**
             * Properties of a Body.
             * @typedef {Object} rouged.v1.Body.$Properties
             * @property {Array.<rouged.v1.StoredTransaction.$Properties>|null} [transactions] Body transactions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Body.
             * @memberof rouged.v1
             * @interface IBody
             * @augments rouged.v1.Body.$Properties
             * @deprecated Use rouged.v1.Body.$Properties instead.
             */

            /**
             * Shape of a Body.
             * @typedef {rouged.v1.Body.$Properties} rouged.v1.Body.$Shape
             */

            /**
             * Constructs a new Body.
             * @memberof rouged.v1
             * @classdesc Represents a Body.
             * @constructor
             * @param {rouged.v1.Body.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Body = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Body transactions.
             * @member {Array.<rouged.v1.StoredTransaction.$Properties>} transactions
             * @memberof rouged.v1.Body
             * @instance
             */
            Body.prototype.transactions = $util.emptyArray;

            /**
             * Creates a new Body instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Body
             * @static
             * @param {rouged.v1.Body.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Body} Body instance
             * @type {{
             *   (properties: rouged.v1.Body.$Shape): rouged.v1.Body & rouged.v1.Body.$Shape;
             *   (properties?: rouged.v1.Body.$Properties): rouged.v1.Body;
             * }}
             */
            Body.create = function(properties) {
                return new Body(properties);
            };

            /**
             * Encodes the specified Body message. Does not implicitly {@link rouged.v1.Body.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Body
             * @static
             * @param {rouged.v1.Body.$Properties} message Body message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Body.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.StoredTransaction.encode(message.transactions[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Body message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Body
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Body & rouged.v1.Body.$Shape} Body
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Body.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Body();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.StoredTransaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Body;
        })();

        /**
         * VoteType enum.
         * @name rouged.v1.VoteType
         * @enum {number}
         * @property {number} PREVOTE=0 PREVOTE value
         * @property {number} PRECOMMIT=1 PRECOMMIT value
         */
        v1.VoteType = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PREVOTE"] = 0;
            values[valuesById[1] = "PRECOMMIT"] = 1;
            return values;
        })();

        v1.Vote = (function() {

            /**
             * Properties of a Vote.
             * @typedef {Object} rouged.v1.Vote.$Properties
             * @property {rouged.v1.VoteType|null} [type] Vote type
             * @property {number|null} [height] Vote height
             * @property {number|null} [round] Vote round
             * @property {Uint8Array|null} [blockHash] Vote blockHash
             * @property {Uint8Array|null} [voterKey] Vote voterKey
             * @property {Uint8Array|null} [signature] Vote signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Vote.
             * @memberof rouged.v1
             * @interface IVote
             * @augments rouged.v1.Vote.$Properties
             * @deprecated Use rouged.v1.Vote.$Properties instead.
             */

            /**
             * Shape of a Vote.
             * @typedef {rouged.v1.Vote.$Properties} rouged.v1.Vote.$Shape
             */

            /**
             * Constructs a new Vote.
             * @memberof rouged.v1
             * @classdesc Represents a Vote.
             * @constructor
             * @param {rouged.v1.Vote.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Vote = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Vote type.
             * @member {rouged.v1.VoteType} type
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.type = 0;

            /**
             * Vote height.
             * @member {number} height
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Vote round.
             * @member {number} round
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.round = 0;

            /**
             * Vote blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.blockHash = $util.newBuffer([]);

            /**
             * Vote voterKey.
             * @member {Uint8Array} voterKey
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.voterKey = $util.newBuffer([]);

            /**
             * Vote signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.Vote
             * @instance
             */
            Vote.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new Vote instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Vote
             * @static
             * @param {rouged.v1.Vote.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Vote} Vote instance
             * @type {{
             *   (properties: rouged.v1.Vote.$Shape): rouged.v1.Vote & rouged.v1.Vote.$Shape;
             *   (properties?: rouged.v1.Vote.$Properties): rouged.v1.Vote;
             * }}
             */
            Vote.create = function(properties) {
                return new Vote(properties);
            };

            /**
             * Encodes the specified Vote message. Does not implicitly {@link rouged.v1.Vote.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Vote
             * @static
             * @param {rouged.v1.Vote.$Properties} message Vote message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Vote.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.type);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.height);
                if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.round);
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.blockHash);
                if (message.voterKey != null && $Object.hasOwnProperty.call(message, "voterKey") && message.voterKey.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.voterKey);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Vote message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Vote
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Vote & rouged.v1.Vote.$Shape} Vote
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Vote.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Vote();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.type = value;
                            else
                                delete message.type;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.round = value;
                            else
                                delete message.round;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.voterKey = value;
                            else
                                delete message.voterKey;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Vote;
        })();

        v1.Precommit = (function() {

            /**
             * Properties of a Precommit.
             * @typedef {Object} rouged.v1.Precommit.$Properties
             * @property {Uint8Array|null} [voterKey] Precommit voterKey
             * @property {Uint8Array|null} [signature] Precommit signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Precommit.
             * @memberof rouged.v1
             * @interface IPrecommit
             * @augments rouged.v1.Precommit.$Properties
             * @deprecated Use rouged.v1.Precommit.$Properties instead.
             */

            /**
             * Shape of a Precommit.
             * @typedef {rouged.v1.Precommit.$Properties} rouged.v1.Precommit.$Shape
             */

            /**
             * Constructs a new Precommit.
             * @memberof rouged.v1
             * @classdesc Represents a Precommit.
             * @constructor
             * @param {rouged.v1.Precommit.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Precommit = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Precommit voterKey.
             * @member {Uint8Array} voterKey
             * @memberof rouged.v1.Precommit
             * @instance
             */
            Precommit.prototype.voterKey = $util.newBuffer([]);

            /**
             * Precommit signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.Precommit
             * @instance
             */
            Precommit.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new Precommit instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Precommit
             * @static
             * @param {rouged.v1.Precommit.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Precommit} Precommit instance
             * @type {{
             *   (properties: rouged.v1.Precommit.$Shape): rouged.v1.Precommit & rouged.v1.Precommit.$Shape;
             *   (properties?: rouged.v1.Precommit.$Properties): rouged.v1.Precommit;
             * }}
             */
            Precommit.create = function(properties) {
                return new Precommit(properties);
            };

            /**
             * Encodes the specified Precommit message. Does not implicitly {@link rouged.v1.Precommit.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Precommit
             * @static
             * @param {rouged.v1.Precommit.$Properties} message Precommit message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Precommit.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.voterKey != null && $Object.hasOwnProperty.call(message, "voterKey") && message.voterKey.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.voterKey);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Precommit message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Precommit
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Precommit & rouged.v1.Precommit.$Shape} Precommit
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Precommit.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Precommit();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.voterKey = value;
                            else
                                delete message.voterKey;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Precommit;
        })();

        v1.Certificate = (function() {

            /**
             * Properties of a Certificate.
             * @typedef {Object} rouged.v1.Certificate.$Properties
             * @property {number|null} [height] Certificate height
             * @property {Uint8Array|null} [blockHash] Certificate blockHash
             * @property {Array.<rouged.v1.Precommit.$Properties>|null} [precommits] Certificate precommits
             * @property {number|null} [round] Certificate round
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Certificate.
             * @memberof rouged.v1
             * @interface ICertificate
             * @augments rouged.v1.Certificate.$Properties
             * @deprecated Use rouged.v1.Certificate.$Properties instead.
             */

            /**
             * Shape of a Certificate.
             * @typedef {rouged.v1.Certificate.$Properties} rouged.v1.Certificate.$Shape
             */

            /**
             * Constructs a new Certificate.
             * @memberof rouged.v1
             * @classdesc Represents a Certificate.
             * @constructor
             * @param {rouged.v1.Certificate.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Certificate = function (properties) {
                this.precommits = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Certificate height.
             * @member {number} height
             * @memberof rouged.v1.Certificate
             * @instance
             */
            Certificate.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Certificate blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.Certificate
             * @instance
             */
            Certificate.prototype.blockHash = $util.newBuffer([]);

            /**
             * Certificate precommits.
             * @member {Array.<rouged.v1.Precommit.$Properties>} precommits
             * @memberof rouged.v1.Certificate
             * @instance
             */
            Certificate.prototype.precommits = $util.emptyArray;

            /**
             * Certificate round.
             * @member {number} round
             * @memberof rouged.v1.Certificate
             * @instance
             */
            Certificate.prototype.round = 0;

            /**
             * Creates a new Certificate instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Certificate
             * @static
             * @param {rouged.v1.Certificate.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Certificate} Certificate instance
             * @type {{
             *   (properties: rouged.v1.Certificate.$Shape): rouged.v1.Certificate & rouged.v1.Certificate.$Shape;
             *   (properties?: rouged.v1.Certificate.$Properties): rouged.v1.Certificate;
             * }}
             */
            Certificate.create = function(properties) {
                return new Certificate(properties);
            };

            /**
             * Encodes the specified Certificate message. Does not implicitly {@link rouged.v1.Certificate.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Certificate
             * @static
             * @param {rouged.v1.Certificate.$Properties} message Certificate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Certificate.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.blockHash);
                if (message.precommits != null && message.precommits.length)
                    for (let i = 0; i < message.precommits.length; ++i)
                        $root.rouged.v1.Precommit.encode(message.precommits[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.round);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Certificate message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Certificate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Certificate & rouged.v1.Certificate.$Shape} Certificate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Certificate.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Certificate();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.precommits && message.precommits.length))
                                message.precommits = [];
                            message.precommits.push($root.rouged.v1.Precommit.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.round = value;
                            else
                                delete message.round;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Certificate;
        })();

        v1.Block = (function() {

            /**
             * Properties of a Block.
             * @typedef {Object} rouged.v1.Block.$Properties
             * @property {Uint8Array|null} [header] Block header
             * @property {Uint8Array|null} [proposerSignature] Block proposerSignature
             * @property {rouged.v1.Certificate.$Properties|null} [parentCertificate] Block parentCertificate
             * @property {Array.<rouged.v1.Transaction.$Properties>|null} [transactions] Block transactions
             * @property {rouged.v1.Certificate.$Properties|null} [certificate] Block certificate
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Block.
             * @memberof rouged.v1
             * @interface IBlock
             * @augments rouged.v1.Block.$Properties
             * @deprecated Use rouged.v1.Block.$Properties instead.
             */

            /**
             * Shape of a Block.
             * @typedef {rouged.v1.Block.$Properties} rouged.v1.Block.$Shape
             */

            /**
             * Constructs a new Block.
             * @memberof rouged.v1
             * @classdesc Represents a Block.
             * @constructor
             * @param {rouged.v1.Block.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Block = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Block header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.Block
             * @instance
             */
            Block.prototype.header = $util.newBuffer([]);

            /**
             * Block proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.Block
             * @instance
             */
            Block.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * Block parentCertificate.
             * @member {rouged.v1.Certificate.$Properties|null|undefined} parentCertificate
             * @memberof rouged.v1.Block
             * @instance
             */
            Block.prototype.parentCertificate = null;

            /**
             * Block transactions.
             * @member {Array.<rouged.v1.Transaction.$Properties>} transactions
             * @memberof rouged.v1.Block
             * @instance
             */
            Block.prototype.transactions = $util.emptyArray;

            /**
             * Block certificate.
             * @member {rouged.v1.Certificate.$Properties|null|undefined} certificate
             * @memberof rouged.v1.Block
             * @instance
             */
            Block.prototype.certificate = null;

            /**
             * Creates a new Block instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Block
             * @static
             * @param {rouged.v1.Block.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Block} Block instance
             * @type {{
             *   (properties: rouged.v1.Block.$Shape): rouged.v1.Block & rouged.v1.Block.$Shape;
             *   (properties?: rouged.v1.Block.$Properties): rouged.v1.Block;
             * }}
             */
            Block.create = function(properties) {
                return new Block(properties);
            };

            /**
             * Encodes the specified Block message. Does not implicitly {@link rouged.v1.Block.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Block
             * @static
             * @param {rouged.v1.Block.$Properties} message Block message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Block.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.parentCertificate != null && $Object.hasOwnProperty.call(message, "parentCertificate"))
                    $root.rouged.v1.Certificate.encode(message.parentCertificate, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.Transaction.encode(message.transactions[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate"))
                    $root.rouged.v1.Certificate.encode(message.certificate, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Block message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Block
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Block & rouged.v1.Block.$Shape} Block
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Block.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Block();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.parentCertificate = $root.rouged.v1.Certificate.decode(reader, reader.size(), $undefined, _depth + 1, message.parentCertificate);
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.certificate = $root.rouged.v1.Certificate.decode(reader, reader.size(), $undefined, _depth + 1, message.certificate);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Block;
        })();

        v1.BlockRecord = (function() {

            /**
             * Properties of a BlockRecord.
             * @typedef {Object} rouged.v1.BlockRecord.$Properties
             * @property {Uint8Array|null} [header] BlockRecord header
             * @property {Uint8Array|null} [proposerSignature] BlockRecord proposerSignature
             * @property {Uint8Array|null} [hash] BlockRecord hash
             * @property {rouged.v1.Certificate.$Properties|null} [parentCertificate] BlockRecord parentCertificate
             * @property {number|null} [transactionCount] BlockRecord transactionCount
             * @property {number|null} [firstOrdinal] BlockRecord firstOrdinal
             * @property {string|null} [fees] BlockRecord fees
             * @property {Array.<string>|null} [voteWeights] BlockRecord voteWeights
             * @property {string|null} [voteTotal] BlockRecord voteTotal
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlockRecord.
             * @memberof rouged.v1
             * @interface IBlockRecord
             * @augments rouged.v1.BlockRecord.$Properties
             * @deprecated Use rouged.v1.BlockRecord.$Properties instead.
             */

            /**
             * Shape of a BlockRecord.
             * @typedef {rouged.v1.BlockRecord.$Properties} rouged.v1.BlockRecord.$Shape
             */

            /**
             * Constructs a new BlockRecord.
             * @memberof rouged.v1
             * @classdesc Represents a BlockRecord.
             * @constructor
             * @param {rouged.v1.BlockRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlockRecord = function (properties) {
                this.voteWeights = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlockRecord header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.header = $util.newBuffer([]);

            /**
             * BlockRecord proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * BlockRecord hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.hash = $util.newBuffer([]);

            /**
             * BlockRecord parentCertificate.
             * @member {rouged.v1.Certificate.$Properties|null|undefined} parentCertificate
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.parentCertificate = null;

            /**
             * BlockRecord transactionCount.
             * @member {number} transactionCount
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.transactionCount = 0;

            /**
             * BlockRecord firstOrdinal.
             * @member {number} firstOrdinal
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.firstOrdinal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockRecord fees.
             * @member {string} fees
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.fees = "";

            /**
             * BlockRecord voteWeights.
             * @member {Array.<string>} voteWeights
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.voteWeights = $util.emptyArray;

            /**
             * BlockRecord voteTotal.
             * @member {string} voteTotal
             * @memberof rouged.v1.BlockRecord
             * @instance
             */
            BlockRecord.prototype.voteTotal = "";

            /**
             * Creates a new BlockRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlockRecord
             * @static
             * @param {rouged.v1.BlockRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlockRecord} BlockRecord instance
             * @type {{
             *   (properties: rouged.v1.BlockRecord.$Shape): rouged.v1.BlockRecord & rouged.v1.BlockRecord.$Shape;
             *   (properties?: rouged.v1.BlockRecord.$Properties): rouged.v1.BlockRecord;
             * }}
             */
            BlockRecord.create = function(properties) {
                return new BlockRecord(properties);
            };

            /**
             * Encodes the specified BlockRecord message. Does not implicitly {@link rouged.v1.BlockRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlockRecord
             * @static
             * @param {rouged.v1.BlockRecord.$Properties} message BlockRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlockRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
                if (message.parentCertificate != null && $Object.hasOwnProperty.call(message, "parentCertificate"))
                    $root.rouged.v1.Certificate.encode(message.parentCertificate, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.transactionCount != null && $Object.hasOwnProperty.call(message, "transactionCount") && message.transactionCount !== 0)
                    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.transactionCount);
                if (message.firstOrdinal != null && $Object.hasOwnProperty.call(message, "firstOrdinal") && (typeof message.firstOrdinal === "object" ? message.firstOrdinal.low || message.firstOrdinal.high : message.firstOrdinal !== 0))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.firstOrdinal);
                if (message.fees != null && $Object.hasOwnProperty.call(message, "fees") && message.fees !== "")
                    writer.uint32(/* id 7, wireType 2 =*/58).string(message.fees);
                if (message.voteWeights != null && message.voteWeights.length)
                    for (let i = 0; i < message.voteWeights.length; ++i)
                        writer.uint32(/* id 8, wireType 2 =*/66).string(message.voteWeights[i]);
                if (message.voteTotal != null && $Object.hasOwnProperty.call(message, "voteTotal") && message.voteTotal !== "")
                    writer.uint32(/* id 9, wireType 2 =*/74).string(message.voteTotal);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlockRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlockRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlockRecord & rouged.v1.BlockRecord.$Shape} BlockRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlockRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlockRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.parentCertificate = $root.rouged.v1.Certificate.decode(reader, reader.size(), $undefined, _depth + 1, message.parentCertificate);
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.transactionCount = value;
                            else
                                delete message.transactionCount;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstOrdinal = value;
                            else
                                delete message.firstOrdinal;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.fees = value;
                            else
                                delete message.fees;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            if (!(message.voteWeights && message.voteWeights.length))
                                message.voteWeights = [];
                            message.voteWeights.push(reader.stringVerify());
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.voteTotal = value;
                            else
                                delete message.voteTotal;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockRecord;
        })();

        v1.Receipt = (function() {

            /**
             * Properties of a Receipt.
             * @typedef {Object} rouged.v1.Receipt.$Properties
             * @property {number|null} [nonce] Receipt nonce
             * @property {string|null} [fee] Receipt fee
             * @property {string|null} [failure] Receipt failure
             * @property {string|null} [result] Receipt result
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Receipt.
             * @memberof rouged.v1
             * @interface IReceipt
             * @augments rouged.v1.Receipt.$Properties
             * @deprecated Use rouged.v1.Receipt.$Properties instead.
             */

            /**
             * Shape of a Receipt.
             * @typedef {rouged.v1.Receipt.$Properties} rouged.v1.Receipt.$Shape
             */

            /**
             * Constructs a new Receipt.
             * @memberof rouged.v1
             * @classdesc Represents a Receipt.
             * @constructor
             * @param {rouged.v1.Receipt.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Receipt = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Receipt nonce.
             * @member {number} nonce
             * @memberof rouged.v1.Receipt
             * @instance
             */
            Receipt.prototype.nonce = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Receipt fee.
             * @member {string} fee
             * @memberof rouged.v1.Receipt
             * @instance
             */
            Receipt.prototype.fee = "";

            /**
             * Receipt failure.
             * @member {string} failure
             * @memberof rouged.v1.Receipt
             * @instance
             */
            Receipt.prototype.failure = "";

            /**
             * Receipt result.
             * @member {string} result
             * @memberof rouged.v1.Receipt
             * @instance
             */
            Receipt.prototype.result = "";

            /**
             * Creates a new Receipt instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Receipt
             * @static
             * @param {rouged.v1.Receipt.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Receipt} Receipt instance
             * @type {{
             *   (properties: rouged.v1.Receipt.$Shape): rouged.v1.Receipt & rouged.v1.Receipt.$Shape;
             *   (properties?: rouged.v1.Receipt.$Properties): rouged.v1.Receipt;
             * }}
             */
            Receipt.create = function(properties) {
                return new Receipt(properties);
            };

            /**
             * Encodes the specified Receipt message. Does not implicitly {@link rouged.v1.Receipt.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Receipt
             * @static
             * @param {rouged.v1.Receipt.$Properties} message Receipt message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Receipt.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.nonce != null && $Object.hasOwnProperty.call(message, "nonce") && (typeof message.nonce === "object" ? message.nonce.low || message.nonce.high : message.nonce !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.nonce);
                if (message.fee != null && $Object.hasOwnProperty.call(message, "fee") && message.fee !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.fee);
                if (message.failure != null && $Object.hasOwnProperty.call(message, "failure") && message.failure !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.failure);
                if (message.result != null && $Object.hasOwnProperty.call(message, "result") && message.result !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.result);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Receipt message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Receipt
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Receipt & rouged.v1.Receipt.$Shape} Receipt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Receipt.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Receipt();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.nonce = value;
                            else
                                delete message.nonce;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.fee = value;
                            else
                                delete message.fee;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.failure = value;
                            else
                                delete message.failure;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.result = value;
                            else
                                delete message.result;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Receipt;
        })();

        v1.Receipts = (function() {

            /**
             * Properties of a Receipts.
             * @typedef {Object} rouged.v1.Receipts.$Properties
             * @property {Array.<rouged.v1.Receipt.$Properties>|null} [receipts] Receipts receipts
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Receipts.
             * @memberof rouged.v1
             * @interface IReceipts
             * @augments rouged.v1.Receipts.$Properties
             * @deprecated Use rouged.v1.Receipts.$Properties instead.
             */

            /**
             * Shape of a Receipts.
             * @typedef {rouged.v1.Receipts.$Properties} rouged.v1.Receipts.$Shape
             */

            /**
             * Constructs a new Receipts.
             * @memberof rouged.v1
             * @classdesc Represents a Receipts.
             * @constructor
             * @param {rouged.v1.Receipts.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Receipts = function (properties) {
                this.receipts = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Receipts receipts.
             * @member {Array.<rouged.v1.Receipt.$Properties>} receipts
             * @memberof rouged.v1.Receipts
             * @instance
             */
            Receipts.prototype.receipts = $util.emptyArray;

            /**
             * Creates a new Receipts instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Receipts
             * @static
             * @param {rouged.v1.Receipts.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Receipts} Receipts instance
             * @type {{
             *   (properties: rouged.v1.Receipts.$Shape): rouged.v1.Receipts & rouged.v1.Receipts.$Shape;
             *   (properties?: rouged.v1.Receipts.$Properties): rouged.v1.Receipts;
             * }}
             */
            Receipts.create = function(properties) {
                return new Receipts(properties);
            };

            /**
             * Encodes the specified Receipts message. Does not implicitly {@link rouged.v1.Receipts.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Receipts
             * @static
             * @param {rouged.v1.Receipts.$Properties} message Receipts message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Receipts.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.receipts != null && message.receipts.length)
                    for (let i = 0; i < message.receipts.length; ++i)
                        $root.rouged.v1.Receipt.encode(message.receipts[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Receipts message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Receipts
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Receipts & rouged.v1.Receipts.$Shape} Receipts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Receipts.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Receipts();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.receipts && message.receipts.length))
                                message.receipts = [];
                            message.receipts.push($root.rouged.v1.Receipt.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Receipts;
        })();

        v1.SlotRecord = (function() {

            /**
             * Properties of a SlotRecord.
             * @typedef {Object} rouged.v1.SlotRecord.$Properties
             * @property {string|null} [chainId] SlotRecord chainId
             * @property {number|null} [height] SlotRecord height
             * @property {string|null} [parentHash] SlotRecord parentHash
             * @property {Uint8Array|null} [block] SlotRecord block
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SlotRecord.
             * @memberof rouged.v1
             * @interface ISlotRecord
             * @augments rouged.v1.SlotRecord.$Properties
             * @deprecated Use rouged.v1.SlotRecord.$Properties instead.
             */

            /**
             * Shape of a SlotRecord.
             * @typedef {rouged.v1.SlotRecord.$Properties} rouged.v1.SlotRecord.$Shape
             */

            /**
             * Constructs a new SlotRecord.
             * @memberof rouged.v1
             * @classdesc Represents a SlotRecord.
             * @constructor
             * @param {rouged.v1.SlotRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SlotRecord = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SlotRecord chainId.
             * @member {string} chainId
             * @memberof rouged.v1.SlotRecord
             * @instance
             */
            SlotRecord.prototype.chainId = "";

            /**
             * SlotRecord height.
             * @member {number} height
             * @memberof rouged.v1.SlotRecord
             * @instance
             */
            SlotRecord.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SlotRecord parentHash.
             * @member {string} parentHash
             * @memberof rouged.v1.SlotRecord
             * @instance
             */
            SlotRecord.prototype.parentHash = "";

            /**
             * SlotRecord block.
             * @member {Uint8Array} block
             * @memberof rouged.v1.SlotRecord
             * @instance
             */
            SlotRecord.prototype.block = $util.newBuffer([]);

            /**
             * Creates a new SlotRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SlotRecord
             * @static
             * @param {rouged.v1.SlotRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SlotRecord} SlotRecord instance
             * @type {{
             *   (properties: rouged.v1.SlotRecord.$Shape): rouged.v1.SlotRecord & rouged.v1.SlotRecord.$Shape;
             *   (properties?: rouged.v1.SlotRecord.$Properties): rouged.v1.SlotRecord;
             * }}
             */
            SlotRecord.create = function(properties) {
                return new SlotRecord(properties);
            };

            /**
             * Encodes the specified SlotRecord message. Does not implicitly {@link rouged.v1.SlotRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SlotRecord
             * @static
             * @param {rouged.v1.SlotRecord.$Properties} message SlotRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SlotRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.chainId != null && $Object.hasOwnProperty.call(message, "chainId") && message.chainId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.chainId);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.height);
                if (message.parentHash != null && $Object.hasOwnProperty.call(message, "parentHash") && message.parentHash !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.parentHash);
                if (message.block != null && $Object.hasOwnProperty.call(message, "block") && message.block.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.block);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SlotRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SlotRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SlotRecord & rouged.v1.SlotRecord.$Shape} SlotRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SlotRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SlotRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.chainId = value;
                            else
                                delete message.chainId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.parentHash = value;
                            else
                                delete message.parentHash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.block = value;
                            else
                                delete message.block;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SlotRecord;
        })();

        v1.CandidateRecord = (function() {

            /**
             * Properties of a CandidateRecord.
             * @typedef {Object} rouged.v1.CandidateRecord.$Properties
             * @property {Array.<Uint8Array>|null} [blocks] CandidateRecord blocks
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a CandidateRecord.
             * @memberof rouged.v1
             * @interface ICandidateRecord
             * @augments rouged.v1.CandidateRecord.$Properties
             * @deprecated Use rouged.v1.CandidateRecord.$Properties instead.
             */

            /**
             * Shape of a CandidateRecord.
             * @typedef {rouged.v1.CandidateRecord.$Properties} rouged.v1.CandidateRecord.$Shape
             */

            /**
             * Constructs a new CandidateRecord.
             * @memberof rouged.v1
             * @classdesc Represents a CandidateRecord.
             * @constructor
             * @param {rouged.v1.CandidateRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const CandidateRecord = function (properties) {
                this.blocks = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * CandidateRecord blocks.
             * @member {Array.<Uint8Array>} blocks
             * @memberof rouged.v1.CandidateRecord
             * @instance
             */
            CandidateRecord.prototype.blocks = $util.emptyArray;

            /**
             * Creates a new CandidateRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.CandidateRecord
             * @static
             * @param {rouged.v1.CandidateRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.CandidateRecord} CandidateRecord instance
             * @type {{
             *   (properties: rouged.v1.CandidateRecord.$Shape): rouged.v1.CandidateRecord & rouged.v1.CandidateRecord.$Shape;
             *   (properties?: rouged.v1.CandidateRecord.$Properties): rouged.v1.CandidateRecord;
             * }}
             */
            CandidateRecord.create = function(properties) {
                return new CandidateRecord(properties);
            };

            /**
             * Encodes the specified CandidateRecord message. Does not implicitly {@link rouged.v1.CandidateRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.CandidateRecord
             * @static
             * @param {rouged.v1.CandidateRecord.$Properties} message CandidateRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CandidateRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.blocks != null && message.blocks.length)
                    for (let i = 0; i < message.blocks.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.blocks[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a CandidateRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.CandidateRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.CandidateRecord & rouged.v1.CandidateRecord.$Shape} CandidateRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            CandidateRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.CandidateRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.blocks && message.blocks.length))
                                message.blocks = [];
                            message.blocks.push(reader.bytes());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return CandidateRecord;
        })();

        v1.SignedHeader = (function() {

            /**
             * Properties of a SignedHeader.
             * @typedef {Object} rouged.v1.SignedHeader.$Properties
             * @property {Uint8Array|null} [header] SignedHeader header
             * @property {Uint8Array|null} [proposerSignature] SignedHeader proposerSignature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedHeader.
             * @memberof rouged.v1
             * @interface ISignedHeader
             * @augments rouged.v1.SignedHeader.$Properties
             * @deprecated Use rouged.v1.SignedHeader.$Properties instead.
             */

            /**
             * Shape of a SignedHeader.
             * @typedef {rouged.v1.SignedHeader.$Properties} rouged.v1.SignedHeader.$Shape
             */

            /**
             * Constructs a new SignedHeader.
             * @memberof rouged.v1
             * @classdesc Represents a SignedHeader.
             * @constructor
             * @param {rouged.v1.SignedHeader.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedHeader = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedHeader header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.SignedHeader
             * @instance
             */
            SignedHeader.prototype.header = $util.newBuffer([]);

            /**
             * SignedHeader proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.SignedHeader
             * @instance
             */
            SignedHeader.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * Creates a new SignedHeader instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SignedHeader
             * @static
             * @param {rouged.v1.SignedHeader.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SignedHeader} SignedHeader instance
             * @type {{
             *   (properties: rouged.v1.SignedHeader.$Shape): rouged.v1.SignedHeader & rouged.v1.SignedHeader.$Shape;
             *   (properties?: rouged.v1.SignedHeader.$Properties): rouged.v1.SignedHeader;
             * }}
             */
            SignedHeader.create = function(properties) {
                return new SignedHeader(properties);
            };

            /**
             * Encodes the specified SignedHeader message. Does not implicitly {@link rouged.v1.SignedHeader.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SignedHeader
             * @static
             * @param {rouged.v1.SignedHeader.$Properties} message SignedHeader message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedHeader.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedHeader message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SignedHeader
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SignedHeader & rouged.v1.SignedHeader.$Shape} SignedHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedHeader.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SignedHeader();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedHeader;
        })();

        v1.Evidence = (function() {

            /**
             * Properties of an Evidence.
             * @typedef {Object} rouged.v1.Evidence.$Properties
             * @property {rouged.v1.Vote.$Properties|null} [firstVote] Evidence firstVote
             * @property {rouged.v1.Vote.$Properties|null} [secondVote] Evidence secondVote
             * @property {rouged.v1.SignedHeader.$Properties|null} [firstHeader] Evidence firstHeader
             * @property {rouged.v1.SignedHeader.$Properties|null} [secondHeader] Evidence secondHeader
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Evidence.
             * @memberof rouged.v1
             * @interface IEvidence
             * @augments rouged.v1.Evidence.$Properties
             * @deprecated Use rouged.v1.Evidence.$Properties instead.
             */

            /**
             * Shape of an Evidence.
             * @typedef {rouged.v1.Evidence.$Properties} rouged.v1.Evidence.$Shape
             */

            /**
             * Constructs a new Evidence.
             * @memberof rouged.v1
             * @classdesc Represents an Evidence.
             * @constructor
             * @param {rouged.v1.Evidence.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Evidence = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Evidence firstVote.
             * @member {rouged.v1.Vote.$Properties|null|undefined} firstVote
             * @memberof rouged.v1.Evidence
             * @instance
             */
            Evidence.prototype.firstVote = null;

            /**
             * Evidence secondVote.
             * @member {rouged.v1.Vote.$Properties|null|undefined} secondVote
             * @memberof rouged.v1.Evidence
             * @instance
             */
            Evidence.prototype.secondVote = null;

            /**
             * Evidence firstHeader.
             * @member {rouged.v1.SignedHeader.$Properties|null|undefined} firstHeader
             * @memberof rouged.v1.Evidence
             * @instance
             */
            Evidence.prototype.firstHeader = null;

            /**
             * Evidence secondHeader.
             * @member {rouged.v1.SignedHeader.$Properties|null|undefined} secondHeader
             * @memberof rouged.v1.Evidence
             * @instance
             */
            Evidence.prototype.secondHeader = null;

            /**
             * Creates a new Evidence instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Evidence
             * @static
             * @param {rouged.v1.Evidence.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Evidence} Evidence instance
             * @type {{
             *   (properties: rouged.v1.Evidence.$Shape): rouged.v1.Evidence & rouged.v1.Evidence.$Shape;
             *   (properties?: rouged.v1.Evidence.$Properties): rouged.v1.Evidence;
             * }}
             */
            Evidence.create = function(properties) {
                return new Evidence(properties);
            };

            /**
             * Encodes the specified Evidence message. Does not implicitly {@link rouged.v1.Evidence.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Evidence
             * @static
             * @param {rouged.v1.Evidence.$Properties} message Evidence message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Evidence.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.firstVote != null && $Object.hasOwnProperty.call(message, "firstVote"))
                    $root.rouged.v1.Vote.encode(message.firstVote, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.secondVote != null && $Object.hasOwnProperty.call(message, "secondVote"))
                    $root.rouged.v1.Vote.encode(message.secondVote, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.firstHeader != null && $Object.hasOwnProperty.call(message, "firstHeader"))
                    $root.rouged.v1.SignedHeader.encode(message.firstHeader, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.secondHeader != null && $Object.hasOwnProperty.call(message, "secondHeader"))
                    $root.rouged.v1.SignedHeader.encode(message.secondHeader, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Evidence message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Evidence
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Evidence & rouged.v1.Evidence.$Shape} Evidence
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Evidence.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Evidence();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.firstVote = $root.rouged.v1.Vote.decode(reader, reader.size(), $undefined, _depth + 1, message.firstVote);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.secondVote = $root.rouged.v1.Vote.decode(reader, reader.size(), $undefined, _depth + 1, message.secondVote);
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.firstHeader = $root.rouged.v1.SignedHeader.decode(reader, reader.size(), $undefined, _depth + 1, message.firstHeader);
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.secondHeader = $root.rouged.v1.SignedHeader.decode(reader, reader.size(), $undefined, _depth + 1, message.secondHeader);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Evidence;
        })();

        v1.EvidenceRecord = (function() {

            /**
             * Properties of an EvidenceRecord.
             * @typedef {Object} rouged.v1.EvidenceRecord.$Properties
             * @property {Array.<Uint8Array>|null} [pieces] EvidenceRecord pieces
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an EvidenceRecord.
             * @memberof rouged.v1
             * @interface IEvidenceRecord
             * @augments rouged.v1.EvidenceRecord.$Properties
             * @deprecated Use rouged.v1.EvidenceRecord.$Properties instead.
             */

            /**
             * Shape of an EvidenceRecord.
             * @typedef {rouged.v1.EvidenceRecord.$Properties} rouged.v1.EvidenceRecord.$Shape
             */

            /**
             * Constructs a new EvidenceRecord.
             * @memberof rouged.v1
             * @classdesc Represents an EvidenceRecord.
             * @constructor
             * @param {rouged.v1.EvidenceRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const EvidenceRecord = function (properties) {
                this.pieces = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * EvidenceRecord pieces.
             * @member {Array.<Uint8Array>} pieces
             * @memberof rouged.v1.EvidenceRecord
             * @instance
             */
            EvidenceRecord.prototype.pieces = $util.emptyArray;

            /**
             * Creates a new EvidenceRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.EvidenceRecord
             * @static
             * @param {rouged.v1.EvidenceRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.EvidenceRecord} EvidenceRecord instance
             * @type {{
             *   (properties: rouged.v1.EvidenceRecord.$Shape): rouged.v1.EvidenceRecord & rouged.v1.EvidenceRecord.$Shape;
             *   (properties?: rouged.v1.EvidenceRecord.$Properties): rouged.v1.EvidenceRecord;
             * }}
             */
            EvidenceRecord.create = function(properties) {
                return new EvidenceRecord(properties);
            };

            /**
             * Encodes the specified EvidenceRecord message. Does not implicitly {@link rouged.v1.EvidenceRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.EvidenceRecord
             * @static
             * @param {rouged.v1.EvidenceRecord.$Properties} message EvidenceRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            EvidenceRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.pieces != null && message.pieces.length)
                    for (let i = 0; i < message.pieces.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.pieces[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an EvidenceRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.EvidenceRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.EvidenceRecord & rouged.v1.EvidenceRecord.$Shape} EvidenceRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            EvidenceRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.EvidenceRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.pieces && message.pieces.length))
                                message.pieces = [];
                            message.pieces.push(reader.bytes());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return EvidenceRecord;
        })();

        v1.OwnVote = (function() {

            /**
             * Properties of an OwnVote.
             * @typedef {Object} rouged.v1.OwnVote.$Properties
             * @property {rouged.v1.VoteType|null} [type] OwnVote type
             * @property {number|null} [round] OwnVote round
             * @property {Uint8Array|null} [blockHash] OwnVote blockHash
             * @property {Uint8Array|null} [signature] OwnVote signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an OwnVote.
             * @memberof rouged.v1
             * @interface IOwnVote
             * @augments rouged.v1.OwnVote.$Properties
             * @deprecated Use rouged.v1.OwnVote.$Properties instead.
             */

            /**
             * Shape of an OwnVote.
             * @typedef {rouged.v1.OwnVote.$Properties} rouged.v1.OwnVote.$Shape
             */

            /**
             * Constructs a new OwnVote.
             * @memberof rouged.v1
             * @classdesc Represents an OwnVote.
             * @constructor
             * @param {rouged.v1.OwnVote.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const OwnVote = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * OwnVote type.
             * @member {rouged.v1.VoteType} type
             * @memberof rouged.v1.OwnVote
             * @instance
             */
            OwnVote.prototype.type = 0;

            /**
             * OwnVote round.
             * @member {number} round
             * @memberof rouged.v1.OwnVote
             * @instance
             */
            OwnVote.prototype.round = 0;

            /**
             * OwnVote blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.OwnVote
             * @instance
             */
            OwnVote.prototype.blockHash = $util.newBuffer([]);

            /**
             * OwnVote signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.OwnVote
             * @instance
             */
            OwnVote.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new OwnVote instance using the specified properties.
             * @function create
             * @memberof rouged.v1.OwnVote
             * @static
             * @param {rouged.v1.OwnVote.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.OwnVote} OwnVote instance
             * @type {{
             *   (properties: rouged.v1.OwnVote.$Shape): rouged.v1.OwnVote & rouged.v1.OwnVote.$Shape;
             *   (properties?: rouged.v1.OwnVote.$Properties): rouged.v1.OwnVote;
             * }}
             */
            OwnVote.create = function(properties) {
                return new OwnVote(properties);
            };

            /**
             * Encodes the specified OwnVote message. Does not implicitly {@link rouged.v1.OwnVote.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.OwnVote
             * @static
             * @param {rouged.v1.OwnVote.$Properties} message OwnVote message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            OwnVote.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).int32(message.type);
                if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.round);
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.blockHash);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an OwnVote message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.OwnVote
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.OwnVote & rouged.v1.OwnVote.$Shape} OwnVote
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            OwnVote.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.OwnVote();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.type = value;
                            else
                                delete message.type;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.round = value;
                            else
                                delete message.round;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return OwnVote;
        })();

        v1.VoteJournalRecord = (function() {

            /**
             * Properties of a VoteJournalRecord.
             * @typedef {Object} rouged.v1.VoteJournalRecord.$Properties
             * @property {string|null} [chainId] VoteJournalRecord chainId
             * @property {Uint8Array|null} [voterKey] VoteJournalRecord voterKey
             * @property {number|null} [height] VoteJournalRecord height
             * @property {Array.<rouged.v1.OwnVote.$Properties>|null} [votes] VoteJournalRecord votes
             * @property {Array.<rouged.v1.Vote.$Properties>|null} [quorum] VoteJournalRecord quorum
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a VoteJournalRecord.
             * @memberof rouged.v1
             * @interface IVoteJournalRecord
             * @augments rouged.v1.VoteJournalRecord.$Properties
             * @deprecated Use rouged.v1.VoteJournalRecord.$Properties instead.
             */

            /**
             * Shape of a VoteJournalRecord.
             * @typedef {rouged.v1.VoteJournalRecord.$Properties} rouged.v1.VoteJournalRecord.$Shape
             */

            /**
             * Constructs a new VoteJournalRecord.
             * @memberof rouged.v1
             * @classdesc Represents a VoteJournalRecord.
             * @constructor
             * @param {rouged.v1.VoteJournalRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const VoteJournalRecord = function (properties) {
                this.votes = [];
                this.quorum = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * VoteJournalRecord chainId.
             * @member {string} chainId
             * @memberof rouged.v1.VoteJournalRecord
             * @instance
             */
            VoteJournalRecord.prototype.chainId = "";

            /**
             * VoteJournalRecord voterKey.
             * @member {Uint8Array} voterKey
             * @memberof rouged.v1.VoteJournalRecord
             * @instance
             */
            VoteJournalRecord.prototype.voterKey = $util.newBuffer([]);

            /**
             * VoteJournalRecord height.
             * @member {number} height
             * @memberof rouged.v1.VoteJournalRecord
             * @instance
             */
            VoteJournalRecord.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * VoteJournalRecord votes.
             * @member {Array.<rouged.v1.OwnVote.$Properties>} votes
             * @memberof rouged.v1.VoteJournalRecord
             * @instance
             */
            VoteJournalRecord.prototype.votes = $util.emptyArray;

            /**
             * VoteJournalRecord quorum.
             * @member {Array.<rouged.v1.Vote.$Properties>} quorum
             * @memberof rouged.v1.VoteJournalRecord
             * @instance
             */
            VoteJournalRecord.prototype.quorum = $util.emptyArray;

            /**
             * Creates a new VoteJournalRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.VoteJournalRecord
             * @static
             * @param {rouged.v1.VoteJournalRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.VoteJournalRecord} VoteJournalRecord instance
             * @type {{
             *   (properties: rouged.v1.VoteJournalRecord.$Shape): rouged.v1.VoteJournalRecord & rouged.v1.VoteJournalRecord.$Shape;
             *   (properties?: rouged.v1.VoteJournalRecord.$Properties): rouged.v1.VoteJournalRecord;
             * }}
             */
            VoteJournalRecord.create = function(properties) {
                return new VoteJournalRecord(properties);
            };

            /**
             * Encodes the specified VoteJournalRecord message. Does not implicitly {@link rouged.v1.VoteJournalRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.VoteJournalRecord
             * @static
             * @param {rouged.v1.VoteJournalRecord.$Properties} message VoteJournalRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            VoteJournalRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.chainId != null && $Object.hasOwnProperty.call(message, "chainId") && message.chainId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.chainId);
                if (message.voterKey != null && $Object.hasOwnProperty.call(message, "voterKey") && message.voterKey.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.voterKey);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.height);
                if (message.votes != null && message.votes.length)
                    for (let i = 0; i < message.votes.length; ++i)
                        $root.rouged.v1.OwnVote.encode(message.votes[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.quorum != null && message.quorum.length)
                    for (let i = 0; i < message.quorum.length; ++i)
                        $root.rouged.v1.Vote.encode(message.quorum[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a VoteJournalRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.VoteJournalRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.VoteJournalRecord & rouged.v1.VoteJournalRecord.$Shape} VoteJournalRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            VoteJournalRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.VoteJournalRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.chainId = value;
                            else
                                delete message.chainId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.voterKey = value;
                            else
                                delete message.voterKey;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.votes && message.votes.length))
                                message.votes = [];
                            message.votes.push($root.rouged.v1.OwnVote.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.quorum && message.quorum.length))
                                message.quorum = [];
                            message.quorum.push($root.rouged.v1.Vote.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return VoteJournalRecord;
        })();

        v1.SnapshotManifest = (function() {

            /**
             * Properties of a SnapshotManifest.
             * @typedef {Object} rouged.v1.SnapshotManifest.$Properties
             * @property {number|null} [version] SnapshotManifest version
             * @property {string|null} [chainId] SnapshotManifest chainId
             * @property {Uint8Array|null} [genesisHash] SnapshotManifest genesisHash
             * @property {number|null} [height] SnapshotManifest height
             * @property {Uint8Array|null} [blockHash] SnapshotManifest blockHash
             * @property {Uint8Array|null} [header] SnapshotManifest header
             * @property {Uint8Array|null} [proposerSignature] SnapshotManifest proposerSignature
             * @property {rouged.v1.Certificate.$Properties|null} [certificate] SnapshotManifest certificate
             * @property {Uint8Array|null} [stateRoot] SnapshotManifest stateRoot
             * @property {Array.<rouged.v1.SnapshotChunk.$Properties>|null} [chunks] SnapshotManifest chunks
             * @property {Array.<rouged.v1.SnapshotRecent.$Properties>|null} [recent] SnapshotManifest recent
             * @property {number|null} [firstEvent] SnapshotManifest firstEvent
             * @property {number|null} [balanceEvents] SnapshotManifest balanceEvents
             * @property {Uint8Array|null} [seal] SnapshotManifest seal
             * @property {number|null} [contractEvents] SnapshotManifest contractEvents
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotManifest.
             * @memberof rouged.v1
             * @interface ISnapshotManifest
             * @augments rouged.v1.SnapshotManifest.$Properties
             * @deprecated Use rouged.v1.SnapshotManifest.$Properties instead.
             */

            /**
             * Shape of a SnapshotManifest.
             * @typedef {rouged.v1.SnapshotManifest.$Properties} rouged.v1.SnapshotManifest.$Shape
             */

            /**
             * Constructs a new SnapshotManifest.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotManifest.
             * @constructor
             * @param {rouged.v1.SnapshotManifest.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotManifest = function (properties) {
                this.chunks = [];
                this.recent = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotManifest version.
             * @member {number} version
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.version = 0;

            /**
             * SnapshotManifest chainId.
             * @member {string} chainId
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.chainId = "";

            /**
             * SnapshotManifest genesisHash.
             * @member {Uint8Array} genesisHash
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.genesisHash = $util.newBuffer([]);

            /**
             * SnapshotManifest height.
             * @member {number} height
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotManifest blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.blockHash = $util.newBuffer([]);

            /**
             * SnapshotManifest header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.header = $util.newBuffer([]);

            /**
             * SnapshotManifest proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * SnapshotManifest certificate.
             * @member {rouged.v1.Certificate.$Properties|null|undefined} certificate
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.certificate = null;

            /**
             * SnapshotManifest stateRoot.
             * @member {Uint8Array} stateRoot
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.stateRoot = $util.newBuffer([]);

            /**
             * SnapshotManifest chunks.
             * @member {Array.<rouged.v1.SnapshotChunk.$Properties>} chunks
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.chunks = $util.emptyArray;

            /**
             * SnapshotManifest recent.
             * @member {Array.<rouged.v1.SnapshotRecent.$Properties>} recent
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.recent = $util.emptyArray;

            /**
             * SnapshotManifest firstEvent.
             * @member {number} firstEvent
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.firstEvent = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotManifest balanceEvents.
             * @member {number} balanceEvents
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.balanceEvents = 0;

            /**
             * SnapshotManifest seal.
             * @member {Uint8Array} seal
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.seal = $util.newBuffer([]);

            /**
             * SnapshotManifest contractEvents.
             * @member {number} contractEvents
             * @memberof rouged.v1.SnapshotManifest
             * @instance
             */
            SnapshotManifest.prototype.contractEvents = 0;

            /**
             * Creates a new SnapshotManifest instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotManifest
             * @static
             * @param {rouged.v1.SnapshotManifest.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotManifest} SnapshotManifest instance
             * @type {{
             *   (properties: rouged.v1.SnapshotManifest.$Shape): rouged.v1.SnapshotManifest & rouged.v1.SnapshotManifest.$Shape;
             *   (properties?: rouged.v1.SnapshotManifest.$Properties): rouged.v1.SnapshotManifest;
             * }}
             */
            SnapshotManifest.create = function(properties) {
                return new SnapshotManifest(properties);
            };

            /**
             * Encodes the specified SnapshotManifest message. Does not implicitly {@link rouged.v1.SnapshotManifest.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotManifest
             * @static
             * @param {rouged.v1.SnapshotManifest.$Properties} message SnapshotManifest message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotManifest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
                if (message.chainId != null && $Object.hasOwnProperty.call(message, "chainId") && message.chainId !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.chainId);
                if (message.genesisHash != null && $Object.hasOwnProperty.call(message, "genesisHash") && message.genesisHash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.genesisHash);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.height);
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.blockHash);
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.proposerSignature);
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate"))
                    $root.rouged.v1.Certificate.encode(message.certificate, writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
                if (message.stateRoot != null && $Object.hasOwnProperty.call(message, "stateRoot") && message.stateRoot.length)
                    writer.uint32(/* id 9, wireType 2 =*/74).bytes(message.stateRoot);
                if (message.chunks != null && message.chunks.length)
                    for (let i = 0; i < message.chunks.length; ++i)
                        $root.rouged.v1.SnapshotChunk.encode(message.chunks[i], writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
                if (message.recent != null && message.recent.length)
                    for (let i = 0; i < message.recent.length; ++i)
                        $root.rouged.v1.SnapshotRecent.encode(message.recent[i], writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
                if (message.firstEvent != null && $Object.hasOwnProperty.call(message, "firstEvent") && (typeof message.firstEvent === "object" ? message.firstEvent.low || message.firstEvent.high : message.firstEvent !== 0))
                    writer.uint32(/* id 12, wireType 0 =*/96).uint64(message.firstEvent);
                if (message.balanceEvents != null && $Object.hasOwnProperty.call(message, "balanceEvents") && message.balanceEvents !== 0)
                    writer.uint32(/* id 13, wireType 0 =*/104).uint32(message.balanceEvents);
                if (message.seal != null && $Object.hasOwnProperty.call(message, "seal") && message.seal.length)
                    writer.uint32(/* id 14, wireType 2 =*/114).bytes(message.seal);
                if (message.contractEvents != null && $Object.hasOwnProperty.call(message, "contractEvents") && message.contractEvents !== 0)
                    writer.uint32(/* id 15, wireType 0 =*/120).uint32(message.contractEvents);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotManifest message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotManifest
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotManifest & rouged.v1.SnapshotManifest.$Shape} SnapshotManifest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotManifest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotManifest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.chainId = value;
                            else
                                delete message.chainId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.genesisHash = value;
                            else
                                delete message.genesisHash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.certificate = $root.rouged.v1.Certificate.decode(reader, reader.size(), $undefined, _depth + 1, message.certificate);
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.stateRoot = value;
                            else
                                delete message.stateRoot;
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            if (!(message.chunks && message.chunks.length))
                                message.chunks = [];
                            message.chunks.push($root.rouged.v1.SnapshotChunk.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            if (!(message.recent && message.recent.length))
                                message.recent = [];
                            message.recent.push($root.rouged.v1.SnapshotRecent.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 12: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstEvent = value;
                            else
                                delete message.firstEvent;
                            continue;
                        }
                    case 13: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.balanceEvents = value;
                            else
                                delete message.balanceEvents;
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.seal = value;
                            else
                                delete message.seal;
                            continue;
                        }
                    case 15: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.contractEvents = value;
                            else
                                delete message.contractEvents;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotManifest;
        })();

        v1.SnapshotChunk = (function() {

            /**
             * Properties of a SnapshotChunk.
             * @typedef {Object} rouged.v1.SnapshotChunk.$Properties
             * @property {number|null} [bits] SnapshotChunk bits
             * @property {Uint8Array|null} [prefix] SnapshotChunk prefix
             * @property {Uint8Array|null} [hash] SnapshotChunk hash
             * @property {number|null} [size] SnapshotChunk size
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotChunk.
             * @memberof rouged.v1
             * @interface ISnapshotChunk
             * @augments rouged.v1.SnapshotChunk.$Properties
             * @deprecated Use rouged.v1.SnapshotChunk.$Properties instead.
             */

            /**
             * Shape of a SnapshotChunk.
             * @typedef {rouged.v1.SnapshotChunk.$Properties} rouged.v1.SnapshotChunk.$Shape
             */

            /**
             * Constructs a new SnapshotChunk.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotChunk.
             * @constructor
             * @param {rouged.v1.SnapshotChunk.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotChunk = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotChunk bits.
             * @member {number} bits
             * @memberof rouged.v1.SnapshotChunk
             * @instance
             */
            SnapshotChunk.prototype.bits = 0;

            /**
             * SnapshotChunk prefix.
             * @member {Uint8Array} prefix
             * @memberof rouged.v1.SnapshotChunk
             * @instance
             */
            SnapshotChunk.prototype.prefix = $util.newBuffer([]);

            /**
             * SnapshotChunk hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.SnapshotChunk
             * @instance
             */
            SnapshotChunk.prototype.hash = $util.newBuffer([]);

            /**
             * SnapshotChunk size.
             * @member {number} size
             * @memberof rouged.v1.SnapshotChunk
             * @instance
             */
            SnapshotChunk.prototype.size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new SnapshotChunk instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotChunk
             * @static
             * @param {rouged.v1.SnapshotChunk.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotChunk} SnapshotChunk instance
             * @type {{
             *   (properties: rouged.v1.SnapshotChunk.$Shape): rouged.v1.SnapshotChunk & rouged.v1.SnapshotChunk.$Shape;
             *   (properties?: rouged.v1.SnapshotChunk.$Properties): rouged.v1.SnapshotChunk;
             * }}
             */
            SnapshotChunk.create = function(properties) {
                return new SnapshotChunk(properties);
            };

            /**
             * Encodes the specified SnapshotChunk message. Does not implicitly {@link rouged.v1.SnapshotChunk.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotChunk
             * @static
             * @param {rouged.v1.SnapshotChunk.$Properties} message SnapshotChunk message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotChunk.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.bits != null && $Object.hasOwnProperty.call(message, "bits") && message.bits !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.bits);
                if (message.prefix != null && $Object.hasOwnProperty.call(message, "prefix") && message.prefix.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.prefix);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
                if (message.size != null && $Object.hasOwnProperty.call(message, "size") && (typeof message.size === "object" ? message.size.low || message.size.high : message.size !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.size);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotChunk message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotChunk
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotChunk & rouged.v1.SnapshotChunk.$Shape} SnapshotChunk
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotChunk.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotChunk();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.bits = value;
                            else
                                delete message.bits;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.prefix = value;
                            else
                                delete message.prefix;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.size = value;
                            else
                                delete message.size;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotChunk;
        })();

        v1.SnapshotRecent = (function() {

            /**
             * Properties of a SnapshotRecent.
             * @typedef {Object} rouged.v1.SnapshotRecent.$Properties
             * @property {number|null} [firstHeight] SnapshotRecent firstHeight
             * @property {number|null} [lastHeight] SnapshotRecent lastHeight
             * @property {Uint8Array|null} [hash] SnapshotRecent hash
             * @property {number|null} [size] SnapshotRecent size
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotRecent.
             * @memberof rouged.v1
             * @interface ISnapshotRecent
             * @augments rouged.v1.SnapshotRecent.$Properties
             * @deprecated Use rouged.v1.SnapshotRecent.$Properties instead.
             */

            /**
             * Shape of a SnapshotRecent.
             * @typedef {rouged.v1.SnapshotRecent.$Properties} rouged.v1.SnapshotRecent.$Shape
             */

            /**
             * Constructs a new SnapshotRecent.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotRecent.
             * @constructor
             * @param {rouged.v1.SnapshotRecent.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotRecent = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotRecent firstHeight.
             * @member {number} firstHeight
             * @memberof rouged.v1.SnapshotRecent
             * @instance
             */
            SnapshotRecent.prototype.firstHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotRecent lastHeight.
             * @member {number} lastHeight
             * @memberof rouged.v1.SnapshotRecent
             * @instance
             */
            SnapshotRecent.prototype.lastHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotRecent hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.SnapshotRecent
             * @instance
             */
            SnapshotRecent.prototype.hash = $util.newBuffer([]);

            /**
             * SnapshotRecent size.
             * @member {number} size
             * @memberof rouged.v1.SnapshotRecent
             * @instance
             */
            SnapshotRecent.prototype.size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new SnapshotRecent instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotRecent
             * @static
             * @param {rouged.v1.SnapshotRecent.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotRecent} SnapshotRecent instance
             * @type {{
             *   (properties: rouged.v1.SnapshotRecent.$Shape): rouged.v1.SnapshotRecent & rouged.v1.SnapshotRecent.$Shape;
             *   (properties?: rouged.v1.SnapshotRecent.$Properties): rouged.v1.SnapshotRecent;
             * }}
             */
            SnapshotRecent.create = function(properties) {
                return new SnapshotRecent(properties);
            };

            /**
             * Encodes the specified SnapshotRecent message. Does not implicitly {@link rouged.v1.SnapshotRecent.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotRecent
             * @static
             * @param {rouged.v1.SnapshotRecent.$Properties} message SnapshotRecent message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotRecent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.firstHeight != null && $Object.hasOwnProperty.call(message, "firstHeight") && (typeof message.firstHeight === "object" ? message.firstHeight.low || message.firstHeight.high : message.firstHeight !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.firstHeight);
                if (message.lastHeight != null && $Object.hasOwnProperty.call(message, "lastHeight") && (typeof message.lastHeight === "object" ? message.lastHeight.low || message.lastHeight.high : message.lastHeight !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.lastHeight);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hash);
                if (message.size != null && $Object.hasOwnProperty.call(message, "size") && (typeof message.size === "object" ? message.size.low || message.size.high : message.size !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.size);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotRecent message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotRecent
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotRecent & rouged.v1.SnapshotRecent.$Shape} SnapshotRecent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotRecent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotRecent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstHeight = value;
                            else
                                delete message.firstHeight;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.lastHeight = value;
                            else
                                delete message.lastHeight;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.size = value;
                            else
                                delete message.size;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotRecent;
        })();

        v1.StateChunk = (function() {

            /**
             * Properties of a StateChunk.
             * @typedef {Object} rouged.v1.StateChunk.$Properties
             * @property {Array.<rouged.v1.StateRecord.$Properties>|null} [records] StateChunk records
             * @property {Array.<Uint8Array>|null} [siblings] StateChunk siblings
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StateChunk.
             * @memberof rouged.v1
             * @interface IStateChunk
             * @augments rouged.v1.StateChunk.$Properties
             * @deprecated Use rouged.v1.StateChunk.$Properties instead.
             */

            /**
             * Shape of a StateChunk.
             * @typedef {rouged.v1.StateChunk.$Properties} rouged.v1.StateChunk.$Shape
             */

            /**
             * Constructs a new StateChunk.
             * @memberof rouged.v1
             * @classdesc Represents a StateChunk.
             * @constructor
             * @param {rouged.v1.StateChunk.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StateChunk = function (properties) {
                this.records = [];
                this.siblings = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StateChunk records.
             * @member {Array.<rouged.v1.StateRecord.$Properties>} records
             * @memberof rouged.v1.StateChunk
             * @instance
             */
            StateChunk.prototype.records = $util.emptyArray;

            /**
             * StateChunk siblings.
             * @member {Array.<Uint8Array>} siblings
             * @memberof rouged.v1.StateChunk
             * @instance
             */
            StateChunk.prototype.siblings = $util.emptyArray;

            /**
             * Creates a new StateChunk instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StateChunk
             * @static
             * @param {rouged.v1.StateChunk.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StateChunk} StateChunk instance
             * @type {{
             *   (properties: rouged.v1.StateChunk.$Shape): rouged.v1.StateChunk & rouged.v1.StateChunk.$Shape;
             *   (properties?: rouged.v1.StateChunk.$Properties): rouged.v1.StateChunk;
             * }}
             */
            StateChunk.create = function(properties) {
                return new StateChunk(properties);
            };

            /**
             * Encodes the specified StateChunk message. Does not implicitly {@link rouged.v1.StateChunk.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StateChunk
             * @static
             * @param {rouged.v1.StateChunk.$Properties} message StateChunk message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StateChunk.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.records != null && message.records.length)
                    for (let i = 0; i < message.records.length; ++i)
                        $root.rouged.v1.StateRecord.encode(message.records[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.siblings != null && message.siblings.length)
                    for (let i = 0; i < message.siblings.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.siblings[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StateChunk message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StateChunk
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StateChunk & rouged.v1.StateChunk.$Shape} StateChunk
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StateChunk.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StateChunk();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.records && message.records.length))
                                message.records = [];
                            message.records.push($root.rouged.v1.StateRecord.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.siblings && message.siblings.length))
                                message.siblings = [];
                            message.siblings.push(reader.bytes());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StateChunk;
        })();

        v1.StateRecord = (function() {

            /**
             * Properties of a StateRecord.
             * @typedef {Object} rouged.v1.StateRecord.$Properties
             * @property {Uint8Array|null} [key] StateRecord key
             * @property {Uint8Array|null} [value] StateRecord value
             * @property {Uint8Array|null} [publicKey] StateRecord publicKey
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StateRecord.
             * @memberof rouged.v1
             * @interface IStateRecord
             * @augments rouged.v1.StateRecord.$Properties
             * @deprecated Use rouged.v1.StateRecord.$Properties instead.
             */

            /**
             * Shape of a StateRecord.
             * @typedef {rouged.v1.StateRecord.$Properties} rouged.v1.StateRecord.$Shape
             */

            /**
             * Constructs a new StateRecord.
             * @memberof rouged.v1
             * @classdesc Represents a StateRecord.
             * @constructor
             * @param {rouged.v1.StateRecord.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StateRecord = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StateRecord key.
             * @member {Uint8Array} key
             * @memberof rouged.v1.StateRecord
             * @instance
             */
            StateRecord.prototype.key = $util.newBuffer([]);

            /**
             * StateRecord value.
             * @member {Uint8Array} value
             * @memberof rouged.v1.StateRecord
             * @instance
             */
            StateRecord.prototype.value = $util.newBuffer([]);

            /**
             * StateRecord publicKey.
             * @member {Uint8Array} publicKey
             * @memberof rouged.v1.StateRecord
             * @instance
             */
            StateRecord.prototype.publicKey = $util.newBuffer([]);

            /**
             * Creates a new StateRecord instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StateRecord
             * @static
             * @param {rouged.v1.StateRecord.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StateRecord} StateRecord instance
             * @type {{
             *   (properties: rouged.v1.StateRecord.$Shape): rouged.v1.StateRecord & rouged.v1.StateRecord.$Shape;
             *   (properties?: rouged.v1.StateRecord.$Properties): rouged.v1.StateRecord;
             * }}
             */
            StateRecord.create = function(properties) {
                return new StateRecord(properties);
            };

            /**
             * Encodes the specified StateRecord message. Does not implicitly {@link rouged.v1.StateRecord.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StateRecord
             * @static
             * @param {rouged.v1.StateRecord.$Properties} message StateRecord message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StateRecord.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.key);
                if (message.value != null && $Object.hasOwnProperty.call(message, "value") && message.value.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.value);
                if (message.publicKey != null && $Object.hasOwnProperty.call(message, "publicKey") && message.publicKey.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.publicKey);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StateRecord message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StateRecord
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StateRecord & rouged.v1.StateRecord.$Shape} StateRecord
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StateRecord.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StateRecord();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.key = value;
                            else
                                delete message.key;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.value = value;
                            else
                                delete message.value;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.publicKey = value;
                            else
                                delete message.publicKey;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StateRecord;
        })();

        v1.RecentBlocks = (function() {

            /**
             * Properties of a RecentBlocks.
             * @typedef {Object} rouged.v1.RecentBlocks.$Properties
             * @property {Array.<rouged.v1.RecentBlock.$Properties>|null} [blocks] RecentBlocks blocks
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a RecentBlocks.
             * @memberof rouged.v1
             * @interface IRecentBlocks
             * @augments rouged.v1.RecentBlocks.$Properties
             * @deprecated Use rouged.v1.RecentBlocks.$Properties instead.
             */

            /**
             * Shape of a RecentBlocks.
             * @typedef {rouged.v1.RecentBlocks.$Properties} rouged.v1.RecentBlocks.$Shape
             */

            /**
             * Constructs a new RecentBlocks.
             * @memberof rouged.v1
             * @classdesc Represents a RecentBlocks.
             * @constructor
             * @param {rouged.v1.RecentBlocks.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const RecentBlocks = function (properties) {
                this.blocks = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * RecentBlocks blocks.
             * @member {Array.<rouged.v1.RecentBlock.$Properties>} blocks
             * @memberof rouged.v1.RecentBlocks
             * @instance
             */
            RecentBlocks.prototype.blocks = $util.emptyArray;

            /**
             * Creates a new RecentBlocks instance using the specified properties.
             * @function create
             * @memberof rouged.v1.RecentBlocks
             * @static
             * @param {rouged.v1.RecentBlocks.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.RecentBlocks} RecentBlocks instance
             * @type {{
             *   (properties: rouged.v1.RecentBlocks.$Shape): rouged.v1.RecentBlocks & rouged.v1.RecentBlocks.$Shape;
             *   (properties?: rouged.v1.RecentBlocks.$Properties): rouged.v1.RecentBlocks;
             * }}
             */
            RecentBlocks.create = function(properties) {
                return new RecentBlocks(properties);
            };

            /**
             * Encodes the specified RecentBlocks message. Does not implicitly {@link rouged.v1.RecentBlocks.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.RecentBlocks
             * @static
             * @param {rouged.v1.RecentBlocks.$Properties} message RecentBlocks message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            RecentBlocks.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.blocks != null && message.blocks.length)
                    for (let i = 0; i < message.blocks.length; ++i)
                        $root.rouged.v1.RecentBlock.encode(message.blocks[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a RecentBlocks message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.RecentBlocks
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.RecentBlocks & rouged.v1.RecentBlocks.$Shape} RecentBlocks
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            RecentBlocks.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.RecentBlocks();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.blocks && message.blocks.length))
                                message.blocks = [];
                            message.blocks.push($root.rouged.v1.RecentBlock.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RecentBlocks;
        })();

        v1.RecentBlock = (function() {

            /**
             * Properties of a RecentBlock.
             * @typedef {Object} rouged.v1.RecentBlock.$Properties
             * @property {Uint8Array|null} [header] RecentBlock header
             * @property {Uint8Array|null} [proposerSignature] RecentBlock proposerSignature
             * @property {Array.<rouged.v1.RecentTransaction.$Properties>|null} [transactions] RecentBlock transactions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a RecentBlock.
             * @memberof rouged.v1
             * @interface IRecentBlock
             * @augments rouged.v1.RecentBlock.$Properties
             * @deprecated Use rouged.v1.RecentBlock.$Properties instead.
             */

            /**
             * Shape of a RecentBlock.
             * @typedef {rouged.v1.RecentBlock.$Properties} rouged.v1.RecentBlock.$Shape
             */

            /**
             * Constructs a new RecentBlock.
             * @memberof rouged.v1
             * @classdesc Represents a RecentBlock.
             * @constructor
             * @param {rouged.v1.RecentBlock.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const RecentBlock = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * RecentBlock header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.RecentBlock
             * @instance
             */
            RecentBlock.prototype.header = $util.newBuffer([]);

            /**
             * RecentBlock proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.RecentBlock
             * @instance
             */
            RecentBlock.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * RecentBlock transactions.
             * @member {Array.<rouged.v1.RecentTransaction.$Properties>} transactions
             * @memberof rouged.v1.RecentBlock
             * @instance
             */
            RecentBlock.prototype.transactions = $util.emptyArray;

            /**
             * Creates a new RecentBlock instance using the specified properties.
             * @function create
             * @memberof rouged.v1.RecentBlock
             * @static
             * @param {rouged.v1.RecentBlock.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.RecentBlock} RecentBlock instance
             * @type {{
             *   (properties: rouged.v1.RecentBlock.$Shape): rouged.v1.RecentBlock & rouged.v1.RecentBlock.$Shape;
             *   (properties?: rouged.v1.RecentBlock.$Properties): rouged.v1.RecentBlock;
             * }}
             */
            RecentBlock.create = function(properties) {
                return new RecentBlock(properties);
            };

            /**
             * Encodes the specified RecentBlock message. Does not implicitly {@link rouged.v1.RecentBlock.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.RecentBlock
             * @static
             * @param {rouged.v1.RecentBlock.$Properties} message RecentBlock message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            RecentBlock.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.RecentTransaction.encode(message.transactions[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a RecentBlock message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.RecentBlock
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.RecentBlock & rouged.v1.RecentBlock.$Shape} RecentBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            RecentBlock.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.RecentBlock();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.RecentTransaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RecentBlock;
        })();

        v1.RecentTransaction = (function() {

            /**
             * Properties of a RecentTransaction.
             * @typedef {Object} rouged.v1.RecentTransaction.$Properties
             * @property {Uint8Array|null} [account] RecentTransaction account
             * @property {Uint8Array|null} [text] RecentTransaction text
             * @property {number|null} [keyAt] RecentTransaction keyAt
             * @property {Uint8Array|null} [signatureHash] RecentTransaction signatureHash
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a RecentTransaction.
             * @memberof rouged.v1
             * @interface IRecentTransaction
             * @augments rouged.v1.RecentTransaction.$Properties
             * @deprecated Use rouged.v1.RecentTransaction.$Properties instead.
             */

            /**
             * Shape of a RecentTransaction.
             * @typedef {rouged.v1.RecentTransaction.$Properties} rouged.v1.RecentTransaction.$Shape
             */

            /**
             * Constructs a new RecentTransaction.
             * @memberof rouged.v1
             * @classdesc Represents a RecentTransaction.
             * @constructor
             * @param {rouged.v1.RecentTransaction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const RecentTransaction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * RecentTransaction account.
             * @member {Uint8Array} account
             * @memberof rouged.v1.RecentTransaction
             * @instance
             */
            RecentTransaction.prototype.account = $util.newBuffer([]);

            /**
             * RecentTransaction text.
             * @member {Uint8Array} text
             * @memberof rouged.v1.RecentTransaction
             * @instance
             */
            RecentTransaction.prototype.text = $util.newBuffer([]);

            /**
             * RecentTransaction keyAt.
             * @member {number} keyAt
             * @memberof rouged.v1.RecentTransaction
             * @instance
             */
            RecentTransaction.prototype.keyAt = 0;

            /**
             * RecentTransaction signatureHash.
             * @member {Uint8Array} signatureHash
             * @memberof rouged.v1.RecentTransaction
             * @instance
             */
            RecentTransaction.prototype.signatureHash = $util.newBuffer([]);

            /**
             * Creates a new RecentTransaction instance using the specified properties.
             * @function create
             * @memberof rouged.v1.RecentTransaction
             * @static
             * @param {rouged.v1.RecentTransaction.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.RecentTransaction} RecentTransaction instance
             * @type {{
             *   (properties: rouged.v1.RecentTransaction.$Shape): rouged.v1.RecentTransaction & rouged.v1.RecentTransaction.$Shape;
             *   (properties?: rouged.v1.RecentTransaction.$Properties): rouged.v1.RecentTransaction;
             * }}
             */
            RecentTransaction.create = function(properties) {
                return new RecentTransaction(properties);
            };

            /**
             * Encodes the specified RecentTransaction message. Does not implicitly {@link rouged.v1.RecentTransaction.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.RecentTransaction
             * @static
             * @param {rouged.v1.RecentTransaction.$Properties} message RecentTransaction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            RecentTransaction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.account != null && $Object.hasOwnProperty.call(message, "account") && message.account.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.account);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.text);
                if (message.keyAt != null && $Object.hasOwnProperty.call(message, "keyAt") && message.keyAt !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.keyAt);
                if (message.signatureHash != null && $Object.hasOwnProperty.call(message, "signatureHash") && message.signatureHash.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.signatureHash);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a RecentTransaction message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.RecentTransaction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.RecentTransaction & rouged.v1.RecentTransaction.$Shape} RecentTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            RecentTransaction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.RecentTransaction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.account = value;
                            else
                                delete message.account;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.keyAt = value;
                            else
                                delete message.keyAt;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signatureHash = value;
                            else
                                delete message.signatureHash;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RecentTransaction;
        })();

        v1.SignedBatch = (function() {

            /**
             * Properties of a SignedBatch.
             * @typedef {Object} rouged.v1.SignedBatch.$Properties
             * @property {Array.<rouged.v1.Transaction.$Properties>|null} [requests] SignedBatch requests
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedBatch.
             * @memberof rouged.v1
             * @interface ISignedBatch
             * @augments rouged.v1.SignedBatch.$Properties
             * @deprecated Use rouged.v1.SignedBatch.$Properties instead.
             */

            /**
             * Shape of a SignedBatch.
             * @typedef {rouged.v1.SignedBatch.$Properties} rouged.v1.SignedBatch.$Shape
             */

            /**
             * Constructs a new SignedBatch.
             * @memberof rouged.v1
             * @classdesc Represents a SignedBatch.
             * @constructor
             * @param {rouged.v1.SignedBatch.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedBatch = function (properties) {
                this.requests = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedBatch requests.
             * @member {Array.<rouged.v1.Transaction.$Properties>} requests
             * @memberof rouged.v1.SignedBatch
             * @instance
             */
            SignedBatch.prototype.requests = $util.emptyArray;

            /**
             * Creates a new SignedBatch instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SignedBatch
             * @static
             * @param {rouged.v1.SignedBatch.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SignedBatch} SignedBatch instance
             * @type {{
             *   (properties: rouged.v1.SignedBatch.$Shape): rouged.v1.SignedBatch & rouged.v1.SignedBatch.$Shape;
             *   (properties?: rouged.v1.SignedBatch.$Properties): rouged.v1.SignedBatch;
             * }}
             */
            SignedBatch.create = function(properties) {
                return new SignedBatch(properties);
            };

            /**
             * Encodes the specified SignedBatch message. Does not implicitly {@link rouged.v1.SignedBatch.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SignedBatch
             * @static
             * @param {rouged.v1.SignedBatch.$Properties} message SignedBatch message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedBatch.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.requests != null && message.requests.length)
                    for (let i = 0; i < message.requests.length; ++i)
                        $root.rouged.v1.Transaction.encode(message.requests[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedBatch message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SignedBatch
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SignedBatch & rouged.v1.SignedBatch.$Shape} SignedBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedBatch.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SignedBatch();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.requests && message.requests.length))
                                message.requests = [];
                            message.requests.push($root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedBatch;
        })();

        v1.BatchResult = (function() {

            /**
             * Properties of a BatchResult.
             * @typedef {Object} rouged.v1.BatchResult.$Properties
             * @property {Uint8Array|null} [txId] BatchResult txId
             * @property {string|null} [code] BatchResult code
             * @property {string|null} [error] BatchResult error
             * @property {number|null} [retryAfterSeconds] BatchResult retryAfterSeconds
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BatchResult.
             * @memberof rouged.v1
             * @interface IBatchResult
             * @augments rouged.v1.BatchResult.$Properties
             * @deprecated Use rouged.v1.BatchResult.$Properties instead.
             */

            /**
             * Shape of a BatchResult.
             * @typedef {rouged.v1.BatchResult.$Properties} rouged.v1.BatchResult.$Shape
             */

            /**
             * Constructs a new BatchResult.
             * @memberof rouged.v1
             * @classdesc Represents a BatchResult.
             * @constructor
             * @param {rouged.v1.BatchResult.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BatchResult = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BatchResult txId.
             * @member {Uint8Array} txId
             * @memberof rouged.v1.BatchResult
             * @instance
             */
            BatchResult.prototype.txId = $util.newBuffer([]);

            /**
             * BatchResult code.
             * @member {string} code
             * @memberof rouged.v1.BatchResult
             * @instance
             */
            BatchResult.prototype.code = "";

            /**
             * BatchResult error.
             * @member {string} error
             * @memberof rouged.v1.BatchResult
             * @instance
             */
            BatchResult.prototype.error = "";

            /**
             * BatchResult retryAfterSeconds.
             * @member {number} retryAfterSeconds
             * @memberof rouged.v1.BatchResult
             * @instance
             */
            BatchResult.prototype.retryAfterSeconds = 0;

            /**
             * Creates a new BatchResult instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BatchResult
             * @static
             * @param {rouged.v1.BatchResult.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BatchResult} BatchResult instance
             * @type {{
             *   (properties: rouged.v1.BatchResult.$Shape): rouged.v1.BatchResult & rouged.v1.BatchResult.$Shape;
             *   (properties?: rouged.v1.BatchResult.$Properties): rouged.v1.BatchResult;
             * }}
             */
            BatchResult.create = function(properties) {
                return new BatchResult(properties);
            };

            /**
             * Encodes the specified BatchResult message. Does not implicitly {@link rouged.v1.BatchResult.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BatchResult
             * @static
             * @param {rouged.v1.BatchResult.$Properties} message BatchResult message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BatchResult.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.txId != null && $Object.hasOwnProperty.call(message, "txId") && message.txId.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.txId);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.code);
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.error);
                if (message.retryAfterSeconds != null && $Object.hasOwnProperty.call(message, "retryAfterSeconds") && message.retryAfterSeconds !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.retryAfterSeconds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BatchResult message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BatchResult
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BatchResult & rouged.v1.BatchResult.$Shape} BatchResult
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BatchResult.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BatchResult();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.txId = value;
                            else
                                delete message.txId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.retryAfterSeconds = value;
                            else
                                delete message.retryAfterSeconds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BatchResult;
        })();

        v1.BatchAnswer = (function() {

            /**
             * Properties of a BatchAnswer.
             * @typedef {Object} rouged.v1.BatchAnswer.$Properties
             * @property {number|null} [accepted] BatchAnswer accepted
             * @property {number|null} [rejected] BatchAnswer rejected
             * @property {Array.<rouged.v1.BatchResult.$Properties>|null} [results] BatchAnswer results
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BatchAnswer.
             * @memberof rouged.v1
             * @interface IBatchAnswer
             * @augments rouged.v1.BatchAnswer.$Properties
             * @deprecated Use rouged.v1.BatchAnswer.$Properties instead.
             */

            /**
             * Shape of a BatchAnswer.
             * @typedef {rouged.v1.BatchAnswer.$Properties} rouged.v1.BatchAnswer.$Shape
             */

            /**
             * Constructs a new BatchAnswer.
             * @memberof rouged.v1
             * @classdesc Represents a BatchAnswer.
             * @constructor
             * @param {rouged.v1.BatchAnswer.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BatchAnswer = function (properties) {
                this.results = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BatchAnswer accepted.
             * @member {number} accepted
             * @memberof rouged.v1.BatchAnswer
             * @instance
             */
            BatchAnswer.prototype.accepted = 0;

            /**
             * BatchAnswer rejected.
             * @member {number} rejected
             * @memberof rouged.v1.BatchAnswer
             * @instance
             */
            BatchAnswer.prototype.rejected = 0;

            /**
             * BatchAnswer results.
             * @member {Array.<rouged.v1.BatchResult.$Properties>} results
             * @memberof rouged.v1.BatchAnswer
             * @instance
             */
            BatchAnswer.prototype.results = $util.emptyArray;

            /**
             * Creates a new BatchAnswer instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BatchAnswer
             * @static
             * @param {rouged.v1.BatchAnswer.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BatchAnswer} BatchAnswer instance
             * @type {{
             *   (properties: rouged.v1.BatchAnswer.$Shape): rouged.v1.BatchAnswer & rouged.v1.BatchAnswer.$Shape;
             *   (properties?: rouged.v1.BatchAnswer.$Properties): rouged.v1.BatchAnswer;
             * }}
             */
            BatchAnswer.create = function(properties) {
                return new BatchAnswer(properties);
            };

            /**
             * Encodes the specified BatchAnswer message. Does not implicitly {@link rouged.v1.BatchAnswer.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BatchAnswer
             * @static
             * @param {rouged.v1.BatchAnswer.$Properties} message BatchAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BatchAnswer.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.accepted != null && $Object.hasOwnProperty.call(message, "accepted") && message.accepted !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.accepted);
                if (message.rejected != null && $Object.hasOwnProperty.call(message, "rejected") && message.rejected !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.rejected);
                if (message.results != null && message.results.length)
                    for (let i = 0; i < message.results.length; ++i)
                        $root.rouged.v1.BatchResult.encode(message.results[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BatchAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BatchAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BatchAnswer & rouged.v1.BatchAnswer.$Shape} BatchAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BatchAnswer.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BatchAnswer();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.accepted = value;
                            else
                                delete message.accepted;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.rejected = value;
                            else
                                delete message.rejected;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.results && message.results.length))
                                message.results = [];
                            message.results.push($root.rouged.v1.BatchResult.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BatchAnswer;
        })();

        v1.PeerHello = (function() {

            /**
             * Properties of a PeerHello.
             * @typedef {Object} rouged.v1.PeerHello.$Properties
             * @property {number|null} [version] PeerHello version
             * @property {string|null} [chainId] PeerHello chainId
             * @property {Uint8Array|null} [genesis] PeerHello genesis
             * @property {Uint8Array|null} [publicKey] PeerHello publicKey
             * @property {Uint8Array|null} [nonce] PeerHello nonce
             * @property {Uint8Array|null} [kemKey] PeerHello kemKey
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerHello.
             * @memberof rouged.v1
             * @interface IPeerHello
             * @augments rouged.v1.PeerHello.$Properties
             * @deprecated Use rouged.v1.PeerHello.$Properties instead.
             */

            /**
             * Shape of a PeerHello.
             * @typedef {rouged.v1.PeerHello.$Properties} rouged.v1.PeerHello.$Shape
             */

            /**
             * Constructs a new PeerHello.
             * @memberof rouged.v1
             * @classdesc Represents a PeerHello.
             * @constructor
             * @param {rouged.v1.PeerHello.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerHello = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerHello version.
             * @member {number} version
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.version = 0;

            /**
             * PeerHello chainId.
             * @member {string} chainId
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.chainId = "";

            /**
             * PeerHello genesis.
             * @member {Uint8Array} genesis
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.genesis = $util.newBuffer([]);

            /**
             * PeerHello publicKey.
             * @member {Uint8Array} publicKey
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.publicKey = $util.newBuffer([]);

            /**
             * PeerHello nonce.
             * @member {Uint8Array} nonce
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.nonce = $util.newBuffer([]);

            /**
             * PeerHello kemKey.
             * @member {Uint8Array} kemKey
             * @memberof rouged.v1.PeerHello
             * @instance
             */
            PeerHello.prototype.kemKey = $util.newBuffer([]);

            /**
             * Creates a new PeerHello instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerHello
             * @static
             * @param {rouged.v1.PeerHello.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerHello} PeerHello instance
             * @type {{
             *   (properties: rouged.v1.PeerHello.$Shape): rouged.v1.PeerHello & rouged.v1.PeerHello.$Shape;
             *   (properties?: rouged.v1.PeerHello.$Properties): rouged.v1.PeerHello;
             * }}
             */
            PeerHello.create = function(properties) {
                return new PeerHello(properties);
            };

            /**
             * Encodes the specified PeerHello message. Does not implicitly {@link rouged.v1.PeerHello.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerHello
             * @static
             * @param {rouged.v1.PeerHello.$Properties} message PeerHello message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerHello.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
                if (message.chainId != null && $Object.hasOwnProperty.call(message, "chainId") && message.chainId !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.chainId);
                if (message.genesis != null && $Object.hasOwnProperty.call(message, "genesis") && message.genesis.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.genesis);
                if (message.publicKey != null && $Object.hasOwnProperty.call(message, "publicKey") && message.publicKey.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.publicKey);
                if (message.nonce != null && $Object.hasOwnProperty.call(message, "nonce") && message.nonce.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.nonce);
                if (message.kemKey != null && $Object.hasOwnProperty.call(message, "kemKey") && message.kemKey.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.kemKey);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerHello message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerHello
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerHello & rouged.v1.PeerHello.$Shape} PeerHello
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerHello.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerHello();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.chainId = value;
                            else
                                delete message.chainId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.genesis = value;
                            else
                                delete message.genesis;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.publicKey = value;
                            else
                                delete message.publicKey;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.nonce = value;
                            else
                                delete message.nonce;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.kemKey = value;
                            else
                                delete message.kemKey;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerHello;
        })();

        v1.PeerWelcome = (function() {

            /**
             * Properties of a PeerWelcome.
             * @typedef {Object} rouged.v1.PeerWelcome.$Properties
             * @property {number|null} [version] PeerWelcome version
             * @property {string|null} [chainId] PeerWelcome chainId
             * @property {Uint8Array|null} [genesis] PeerWelcome genesis
             * @property {Uint8Array|null} [publicKey] PeerWelcome publicKey
             * @property {Uint8Array|null} [nonce] PeerWelcome nonce
             * @property {Uint8Array|null} [ciphertext] PeerWelcome ciphertext
             * @property {Uint8Array|null} [signature] PeerWelcome signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerWelcome.
             * @memberof rouged.v1
             * @interface IPeerWelcome
             * @augments rouged.v1.PeerWelcome.$Properties
             * @deprecated Use rouged.v1.PeerWelcome.$Properties instead.
             */

            /**
             * Shape of a PeerWelcome.
             * @typedef {rouged.v1.PeerWelcome.$Properties} rouged.v1.PeerWelcome.$Shape
             */

            /**
             * Constructs a new PeerWelcome.
             * @memberof rouged.v1
             * @classdesc Represents a PeerWelcome.
             * @constructor
             * @param {rouged.v1.PeerWelcome.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerWelcome = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerWelcome version.
             * @member {number} version
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.version = 0;

            /**
             * PeerWelcome chainId.
             * @member {string} chainId
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.chainId = "";

            /**
             * PeerWelcome genesis.
             * @member {Uint8Array} genesis
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.genesis = $util.newBuffer([]);

            /**
             * PeerWelcome publicKey.
             * @member {Uint8Array} publicKey
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.publicKey = $util.newBuffer([]);

            /**
             * PeerWelcome nonce.
             * @member {Uint8Array} nonce
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.nonce = $util.newBuffer([]);

            /**
             * PeerWelcome ciphertext.
             * @member {Uint8Array} ciphertext
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.ciphertext = $util.newBuffer([]);

            /**
             * PeerWelcome signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.PeerWelcome
             * @instance
             */
            PeerWelcome.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new PeerWelcome instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerWelcome
             * @static
             * @param {rouged.v1.PeerWelcome.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerWelcome} PeerWelcome instance
             * @type {{
             *   (properties: rouged.v1.PeerWelcome.$Shape): rouged.v1.PeerWelcome & rouged.v1.PeerWelcome.$Shape;
             *   (properties?: rouged.v1.PeerWelcome.$Properties): rouged.v1.PeerWelcome;
             * }}
             */
            PeerWelcome.create = function(properties) {
                return new PeerWelcome(properties);
            };

            /**
             * Encodes the specified PeerWelcome message. Does not implicitly {@link rouged.v1.PeerWelcome.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerWelcome
             * @static
             * @param {rouged.v1.PeerWelcome.$Properties} message PeerWelcome message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerWelcome.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
                if (message.chainId != null && $Object.hasOwnProperty.call(message, "chainId") && message.chainId !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.chainId);
                if (message.genesis != null && $Object.hasOwnProperty.call(message, "genesis") && message.genesis.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.genesis);
                if (message.publicKey != null && $Object.hasOwnProperty.call(message, "publicKey") && message.publicKey.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.publicKey);
                if (message.nonce != null && $Object.hasOwnProperty.call(message, "nonce") && message.nonce.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.nonce);
                if (message.ciphertext != null && $Object.hasOwnProperty.call(message, "ciphertext") && message.ciphertext.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.ciphertext);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerWelcome message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerWelcome
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerWelcome & rouged.v1.PeerWelcome.$Shape} PeerWelcome
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerWelcome.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerWelcome();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.chainId = value;
                            else
                                delete message.chainId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.genesis = value;
                            else
                                delete message.genesis;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.publicKey = value;
                            else
                                delete message.publicKey;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.nonce = value;
                            else
                                delete message.nonce;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.ciphertext = value;
                            else
                                delete message.ciphertext;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerWelcome;
        })();

        v1.PeerProof = (function() {

            /**
             * Properties of a PeerProof.
             * @typedef {Object} rouged.v1.PeerProof.$Properties
             * @property {Uint8Array|null} [signature] PeerProof signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerProof.
             * @memberof rouged.v1
             * @interface IPeerProof
             * @augments rouged.v1.PeerProof.$Properties
             * @deprecated Use rouged.v1.PeerProof.$Properties instead.
             */

            /**
             * Shape of a PeerProof.
             * @typedef {rouged.v1.PeerProof.$Properties} rouged.v1.PeerProof.$Shape
             */

            /**
             * Constructs a new PeerProof.
             * @memberof rouged.v1
             * @classdesc Represents a PeerProof.
             * @constructor
             * @param {rouged.v1.PeerProof.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerProof = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerProof signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.PeerProof
             * @instance
             */
            PeerProof.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new PeerProof instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerProof
             * @static
             * @param {rouged.v1.PeerProof.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerProof} PeerProof instance
             * @type {{
             *   (properties: rouged.v1.PeerProof.$Shape): rouged.v1.PeerProof & rouged.v1.PeerProof.$Shape;
             *   (properties?: rouged.v1.PeerProof.$Properties): rouged.v1.PeerProof;
             * }}
             */
            PeerProof.create = function(properties) {
                return new PeerProof(properties);
            };

            /**
             * Encodes the specified PeerProof message. Does not implicitly {@link rouged.v1.PeerProof.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerProof
             * @static
             * @param {rouged.v1.PeerProof.$Properties} message PeerProof message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerProof.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerProof message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerProof
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerProof & rouged.v1.PeerProof.$Shape} PeerProof
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerProof.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerProof();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerProof;
        })();

        /**
         * PeerSignal enum.
         * @name rouged.v1.PeerSignal
         * @enum {number}
         * @property {number} NONE=0 NONE value
         * @property {number} READY=1 READY value
         * @property {number} PING=2 PING value
         * @property {number} PONG=3 PONG value
         */
        v1.PeerSignal = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "NONE"] = 0;
            values[valuesById[1] = "READY"] = 1;
            values[valuesById[2] = "PING"] = 2;
            values[valuesById[3] = "PONG"] = 3;
            return values;
        })();

        v1.PeerPart = (function() {

            /**
             * Properties of a PeerPart.
             * @typedef {Object} rouged.v1.PeerPart.$Properties
             * @property {number|null} [message] PeerPart message
             * @property {number|null} [length] PeerPart length
             * @property {Uint8Array|null} [bytes] PeerPart bytes
             * @property {rouged.v1.PeerSignal|null} [signal] PeerPart signal
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerPart.
             * @memberof rouged.v1
             * @interface IPeerPart
             * @augments rouged.v1.PeerPart.$Properties
             * @deprecated Use rouged.v1.PeerPart.$Properties instead.
             */

            /**
             * Shape of a PeerPart.
             * @typedef {rouged.v1.PeerPart.$Properties} rouged.v1.PeerPart.$Shape
             */

            /**
             * Constructs a new PeerPart.
             * @memberof rouged.v1
             * @classdesc Represents a PeerPart.
             * @constructor
             * @param {rouged.v1.PeerPart.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerPart = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerPart message.
             * @member {number} message
             * @memberof rouged.v1.PeerPart
             * @instance
             */
            PeerPart.prototype.message = 0;

            /**
             * PeerPart length.
             * @member {number} length
             * @memberof rouged.v1.PeerPart
             * @instance
             */
            PeerPart.prototype.length = 0;

            /**
             * PeerPart bytes.
             * @member {Uint8Array} bytes
             * @memberof rouged.v1.PeerPart
             * @instance
             */
            PeerPart.prototype.bytes = $util.newBuffer([]);

            /**
             * PeerPart signal.
             * @member {rouged.v1.PeerSignal} signal
             * @memberof rouged.v1.PeerPart
             * @instance
             */
            PeerPart.prototype.signal = 0;

            /**
             * Creates a new PeerPart instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerPart
             * @static
             * @param {rouged.v1.PeerPart.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerPart} PeerPart instance
             * @type {{
             *   (properties: rouged.v1.PeerPart.$Shape): rouged.v1.PeerPart & rouged.v1.PeerPart.$Shape;
             *   (properties?: rouged.v1.PeerPart.$Properties): rouged.v1.PeerPart;
             * }}
             */
            PeerPart.create = function(properties) {
                return new PeerPart(properties);
            };

            /**
             * Encodes the specified PeerPart message. Does not implicitly {@link rouged.v1.PeerPart.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerPart
             * @static
             * @param {rouged.v1.PeerPart.$Properties} message PeerPart message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerPart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.message != null && $Object.hasOwnProperty.call(message, "message") && message.message !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.message);
                if (message.length != null && $Object.hasOwnProperty.call(message, "length") && message.length !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.length);
                if (message.bytes != null && $Object.hasOwnProperty.call(message, "bytes") && message.bytes.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.bytes);
                if (message.signal != null && $Object.hasOwnProperty.call(message, "signal") && message.signal !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).int32(message.signal);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerPart message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerPart
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerPart & rouged.v1.PeerPart.$Shape} PeerPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerPart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerPart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.message = value;
                            else
                                delete message.message;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.length = value;
                            else
                                delete message.length;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.bytes = value;
                            else
                                delete message.bytes;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.signal = value;
                            else
                                delete message.signal;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerPart;
        })();

        v1.StreamRequest = (function() {

            /**
             * Properties of a StreamRequest.
             * @typedef {Object} rouged.v1.StreamRequest.$Properties
             * @property {Array.<string>|null} [subscribe] StreamRequest subscribe
             * @property {Array.<string>|null} [unsubscribe] StreamRequest unsubscribe
             * @property {number|null} [from] StreamRequest from
             * @property {string|null} [auth] StreamRequest auth
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamRequest.
             * @memberof rouged.v1
             * @interface IStreamRequest
             * @augments rouged.v1.StreamRequest.$Properties
             * @deprecated Use rouged.v1.StreamRequest.$Properties instead.
             */

            /**
             * Shape of a StreamRequest.
             * @typedef {rouged.v1.StreamRequest.$Properties} rouged.v1.StreamRequest.$Shape
             */

            /**
             * Constructs a new StreamRequest.
             * @memberof rouged.v1
             * @classdesc Represents a StreamRequest.
             * @constructor
             * @param {rouged.v1.StreamRequest.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamRequest = function (properties) {
                this.subscribe = [];
                this.unsubscribe = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamRequest subscribe.
             * @member {Array.<string>} subscribe
             * @memberof rouged.v1.StreamRequest
             * @instance
             */
            StreamRequest.prototype.subscribe = $util.emptyArray;

            /**
             * StreamRequest unsubscribe.
             * @member {Array.<string>} unsubscribe
             * @memberof rouged.v1.StreamRequest
             * @instance
             */
            StreamRequest.prototype.unsubscribe = $util.emptyArray;

            /**
             * StreamRequest from.
             * @member {number|null|undefined} from
             * @memberof rouged.v1.StreamRequest
             * @instance
             */
            StreamRequest.prototype.from = null;

            /**
             * StreamRequest auth.
             * @member {string|null|undefined} auth
             * @memberof rouged.v1.StreamRequest
             * @instance
             */
            StreamRequest.prototype.auth = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(StreamRequest.prototype, "_from", {
                get: $util.oneOfGetter($oneOfFields = ["from"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(StreamRequest.prototype, "_auth", {
                get: $util.oneOfGetter($oneOfFields = ["auth"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new StreamRequest instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamRequest
             * @static
             * @param {rouged.v1.StreamRequest.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamRequest} StreamRequest instance
             * @type {{
             *   (properties: rouged.v1.StreamRequest.$Shape): rouged.v1.StreamRequest & rouged.v1.StreamRequest.$Shape;
             *   (properties?: rouged.v1.StreamRequest.$Properties): rouged.v1.StreamRequest;
             * }}
             */
            StreamRequest.create = function(properties) {
                return new StreamRequest(properties);
            };

            /**
             * Encodes the specified StreamRequest message. Does not implicitly {@link rouged.v1.StreamRequest.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamRequest
             * @static
             * @param {rouged.v1.StreamRequest.$Properties} message StreamRequest message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.subscribe != null && message.subscribe.length)
                    for (let i = 0; i < message.subscribe.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.subscribe[i]);
                if (message.unsubscribe != null && message.unsubscribe.length)
                    for (let i = 0; i < message.unsubscribe.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.unsubscribe[i]);
                if (message.from != null && $Object.hasOwnProperty.call(message, "from"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.from);
                if (message.auth != null && $Object.hasOwnProperty.call(message, "auth"))
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.auth);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamRequest message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamRequest
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamRequest & rouged.v1.StreamRequest.$Shape} StreamRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.subscribe && message.subscribe.length))
                                message.subscribe = [];
                            message.subscribe.push(reader.stringVerify());
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.unsubscribe && message.unsubscribe.length))
                                message.unsubscribe = [];
                            message.unsubscribe.push(reader.stringVerify());
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.from = reader.uint64();
                            message._from = "from";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.auth = reader.stringVerify();
                            message._auth = "auth";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamRequest;
        })();

        v1.StreamFrame = (function() {

            /**
             * Properties of a StreamFrame.
             * @typedef {Object} rouged.v1.StreamFrame.$Properties
             * @property {rouged.v1.StreamStats.$Properties|null} [stats] StreamFrame stats
             * @property {rouged.v1.StreamSubscribed.$Properties|null} [subscribed] StreamFrame subscribed
             * @property {rouged.v1.StreamResumed.$Properties|null} [resumed] StreamFrame resumed
             * @property {rouged.v1.StreamError.$Properties|null} [error] StreamFrame error
             * @property {rouged.v1.NewBlock.$Properties|null} [newBlock] StreamFrame newBlock
             * @property {rouged.v1.NewTransaction.$Properties|null} [newTransaction] StreamFrame newTransaction
             * @property {rouged.v1.BalanceUpdate.$Properties|null} [balanceUpdate] StreamFrame balanceUpdate
             * @property {rouged.v1.TransactionDropped.$Properties|null} [transactionDropped] StreamFrame transactionDropped
             * @property {rouged.v1.ContractEvent.$Properties|null} [contractEvent] StreamFrame contractEvent
             * @property {rouged.v1.StreamAuthError.$Properties|null} [authError] StreamFrame authError
             * @property {rouged.v1.PrivateEvent.$Properties|null} [privateEvent] StreamFrame privateEvent
             * @property {rouged.v1.RelayEvent.$Properties|null} [relayEvent] StreamFrame relayEvent
             * @property {"stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"|"transactionDropped"|"contractEvent"|"authError"|"privateEvent"|"relayEvent"} [frame] StreamFrame frame
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamFrame.
             * @memberof rouged.v1
             * @interface IStreamFrame
             * @augments rouged.v1.StreamFrame.$Properties
             * @deprecated Use rouged.v1.StreamFrame.$Properties instead.
             */

            /**
             * Narrowed shape of a StreamFrame.
             * @typedef {{
             *   stats?: rouged.v1.StreamStats.$Shape|null;
             *   subscribed?: rouged.v1.StreamSubscribed.$Shape|null;
             *   resumed?: rouged.v1.StreamResumed.$Shape|null;
             *   error?: rouged.v1.StreamError.$Shape|null;
             *   newBlock?: rouged.v1.NewBlock.$Shape|null;
             *   newTransaction?: rouged.v1.NewTransaction.$Shape|null;
             *   balanceUpdate?: rouged.v1.BalanceUpdate.$Shape|null;
             *   transactionDropped?: rouged.v1.TransactionDropped.$Shape|null;
             *   contractEvent?: rouged.v1.ContractEvent.$Shape|null;
             *   authError?: rouged.v1.StreamAuthError.$Shape|null;
             *   privateEvent?: rouged.v1.PrivateEvent.$Shape|null;
             *   relayEvent?: rouged.v1.RelayEvent.$Shape|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ frame?: undefined; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "stats"; stats: rouged.v1.StreamStats.$Shape; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "subscribed"; stats?: null; subscribed: rouged.v1.StreamSubscribed.$Shape; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "resumed"; stats?: null; subscribed?: null; resumed: rouged.v1.StreamResumed.$Shape; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "error"; stats?: null; subscribed?: null; resumed?: null; error: rouged.v1.StreamError.$Shape; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "newBlock"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock: rouged.v1.NewBlock.$Shape; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "newTransaction"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction: rouged.v1.NewTransaction.$Shape; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "balanceUpdate"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate: rouged.v1.BalanceUpdate.$Shape; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "transactionDropped"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped: rouged.v1.TransactionDropped.$Shape; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "contractEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent: rouged.v1.ContractEvent.$Shape; authError?: null; privateEvent?: null; relayEvent?: null }|{ frame?: "authError"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError: rouged.v1.StreamAuthError.$Shape; privateEvent?: null; relayEvent?: null }|{ frame?: "privateEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent: rouged.v1.PrivateEvent.$Shape; relayEvent?: null }|{ frame?: "relayEvent"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null; transactionDropped?: null; contractEvent?: null; authError?: null; privateEvent?: null; relayEvent: rouged.v1.RelayEvent.$Shape })
             * )} rouged.v1.StreamFrame.$Shape
             */

            /**
             * Constructs a new StreamFrame.
             * @memberof rouged.v1
             * @classdesc Represents a StreamFrame.
             * @constructor
             * @param {rouged.v1.StreamFrame.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamFrame = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamFrame stats.
             * @member {rouged.v1.StreamStats.$Properties|null|undefined} stats
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.stats = null;

            /**
             * StreamFrame subscribed.
             * @member {rouged.v1.StreamSubscribed.$Properties|null|undefined} subscribed
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.subscribed = null;

            /**
             * StreamFrame resumed.
             * @member {rouged.v1.StreamResumed.$Properties|null|undefined} resumed
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.resumed = null;

            /**
             * StreamFrame error.
             * @member {rouged.v1.StreamError.$Properties|null|undefined} error
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.error = null;

            /**
             * StreamFrame newBlock.
             * @member {rouged.v1.NewBlock.$Properties|null|undefined} newBlock
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.newBlock = null;

            /**
             * StreamFrame newTransaction.
             * @member {rouged.v1.NewTransaction.$Properties|null|undefined} newTransaction
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.newTransaction = null;

            /**
             * StreamFrame balanceUpdate.
             * @member {rouged.v1.BalanceUpdate.$Properties|null|undefined} balanceUpdate
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.balanceUpdate = null;

            /**
             * StreamFrame transactionDropped.
             * @member {rouged.v1.TransactionDropped.$Properties|null|undefined} transactionDropped
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.transactionDropped = null;

            /**
             * StreamFrame contractEvent.
             * @member {rouged.v1.ContractEvent.$Properties|null|undefined} contractEvent
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.contractEvent = null;

            /**
             * StreamFrame authError.
             * @member {rouged.v1.StreamAuthError.$Properties|null|undefined} authError
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.authError = null;

            /**
             * StreamFrame privateEvent.
             * @member {rouged.v1.PrivateEvent.$Properties|null|undefined} privateEvent
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.privateEvent = null;

            /**
             * StreamFrame relayEvent.
             * @member {rouged.v1.RelayEvent.$Properties|null|undefined} relayEvent
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            StreamFrame.prototype.relayEvent = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * StreamFrame frame.
             * @member {"stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"|"transactionDropped"|"contractEvent"|"authError"|"privateEvent"|"relayEvent"|undefined} frame
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            $Object.defineProperty(StreamFrame.prototype, "frame", {
                get: $util.oneOfGetter($oneOfFields = ["stats", "subscribed", "resumed", "error", "newBlock", "newTransaction", "balanceUpdate", "transactionDropped", "contractEvent", "authError", "privateEvent", "relayEvent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new StreamFrame instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamFrame
             * @static
             * @param {rouged.v1.StreamFrame.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamFrame} StreamFrame instance
             * @type {{
             *   (properties: rouged.v1.StreamFrame.$Shape): rouged.v1.StreamFrame & rouged.v1.StreamFrame.$Shape;
             *   (properties?: rouged.v1.StreamFrame.$Properties): rouged.v1.StreamFrame;
             * }}
             */
            StreamFrame.create = function(properties) {
                return new StreamFrame(properties);
            };

            /**
             * Encodes the specified StreamFrame message. Does not implicitly {@link rouged.v1.StreamFrame.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamFrame
             * @static
             * @param {rouged.v1.StreamFrame.$Properties} message StreamFrame message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamFrame.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stats != null && $Object.hasOwnProperty.call(message, "stats"))
                    $root.rouged.v1.StreamStats.encode(message.stats, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.subscribed != null && $Object.hasOwnProperty.call(message, "subscribed"))
                    $root.rouged.v1.StreamSubscribed.encode(message.subscribed, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.resumed != null && $Object.hasOwnProperty.call(message, "resumed"))
                    $root.rouged.v1.StreamResumed.encode(message.resumed, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.error != null && $Object.hasOwnProperty.call(message, "error"))
                    $root.rouged.v1.StreamError.encode(message.error, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.newBlock != null && $Object.hasOwnProperty.call(message, "newBlock"))
                    $root.rouged.v1.NewBlock.encode(message.newBlock, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.newTransaction != null && $Object.hasOwnProperty.call(message, "newTransaction"))
                    $root.rouged.v1.NewTransaction.encode(message.newTransaction, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.balanceUpdate != null && $Object.hasOwnProperty.call(message, "balanceUpdate"))
                    $root.rouged.v1.BalanceUpdate.encode(message.balanceUpdate, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.transactionDropped != null && $Object.hasOwnProperty.call(message, "transactionDropped"))
                    $root.rouged.v1.TransactionDropped.encode(message.transactionDropped, writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
                if (message.contractEvent != null && $Object.hasOwnProperty.call(message, "contractEvent"))
                    $root.rouged.v1.ContractEvent.encode(message.contractEvent, writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
                if (message.authError != null && $Object.hasOwnProperty.call(message, "authError"))
                    $root.rouged.v1.StreamAuthError.encode(message.authError, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
                if (message.privateEvent != null && $Object.hasOwnProperty.call(message, "privateEvent"))
                    $root.rouged.v1.PrivateEvent.encode(message.privateEvent, writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
                if (message.relayEvent != null && $Object.hasOwnProperty.call(message, "relayEvent"))
                    $root.rouged.v1.RelayEvent.encode(message.relayEvent, writer.uint32(/* id 12, wireType 2 =*/98).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamFrame message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamFrame
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamFrame & rouged.v1.StreamFrame.$Shape} StreamFrame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamFrame.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamFrame();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.stats = $root.rouged.v1.StreamStats.decode(reader, reader.size(), $undefined, _depth + 1, message.stats);
                            message.frame = "stats";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.subscribed = $root.rouged.v1.StreamSubscribed.decode(reader, reader.size(), $undefined, _depth + 1, message.subscribed);
                            message.frame = "subscribed";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.resumed = $root.rouged.v1.StreamResumed.decode(reader, reader.size(), $undefined, _depth + 1, message.resumed);
                            message.frame = "resumed";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.error = $root.rouged.v1.StreamError.decode(reader, reader.size(), $undefined, _depth + 1, message.error);
                            message.frame = "error";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.newBlock = $root.rouged.v1.NewBlock.decode(reader, reader.size(), $undefined, _depth + 1, message.newBlock);
                            message.frame = "newBlock";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.newTransaction = $root.rouged.v1.NewTransaction.decode(reader, reader.size(), $undefined, _depth + 1, message.newTransaction);
                            message.frame = "newTransaction";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.balanceUpdate = $root.rouged.v1.BalanceUpdate.decode(reader, reader.size(), $undefined, _depth + 1, message.balanceUpdate);
                            message.frame = "balanceUpdate";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.transactionDropped = $root.rouged.v1.TransactionDropped.decode(reader, reader.size(), $undefined, _depth + 1, message.transactionDropped);
                            message.frame = "transactionDropped";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.contractEvent = $root.rouged.v1.ContractEvent.decode(reader, reader.size(), $undefined, _depth + 1, message.contractEvent);
                            message.frame = "contractEvent";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.authError = $root.rouged.v1.StreamAuthError.decode(reader, reader.size(), $undefined, _depth + 1, message.authError);
                            message.frame = "authError";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.privateEvent = $root.rouged.v1.PrivateEvent.decode(reader, reader.size(), $undefined, _depth + 1, message.privateEvent);
                            message.frame = "privateEvent";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.relayEvent = $root.rouged.v1.RelayEvent.decode(reader, reader.size(), $undefined, _depth + 1, message.relayEvent);
                            message.frame = "relayEvent";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamFrame;
        })();

        /**
         * RelayTopic enum.
         * @name rouged.v1.RelayTopic
         * @enum {number}
         * @property {number} RELAY_NONE=0 RELAY_NONE value
         * @property {number} RELAY_BLOCKS=1 RELAY_BLOCKS value
         * @property {number} RELAY_TRANSACTIONS=2 RELAY_TRANSACTIONS value
         * @property {number} RELAY_STATS=3 RELAY_STATS value
         * @property {number} RELAY_CONTRACTS=4 RELAY_CONTRACTS value
         */
        v1.RelayTopic = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "RELAY_NONE"] = 0;
            values[valuesById[1] = "RELAY_BLOCKS"] = 1;
            values[valuesById[2] = "RELAY_TRANSACTIONS"] = 2;
            values[valuesById[3] = "RELAY_STATS"] = 3;
            values[valuesById[4] = "RELAY_CONTRACTS"] = 4;
            return values;
        })();

        v1.RelayEvent = (function() {

            /**
             * Properties of a RelayEvent.
             * @typedef {Object} rouged.v1.RelayEvent.$Properties
             * @property {number|null} [seq] RelayEvent seq
             * @property {rouged.v1.RelayTopic|null} [topic] RelayEvent topic
             * @property {Array.<Uint8Array>|null} [accounts] RelayEvent accounts
             * @property {Array.<string>|null} [tokens] RelayEvent tokens
             * @property {Uint8Array|null} [contract] RelayEvent contract
             * @property {Uint8Array|null} [json] RelayEvent json
             * @property {Uint8Array|null} [protobuf] RelayEvent protobuf
             * @property {boolean|null} [passing] RelayEvent passing
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a RelayEvent.
             * @memberof rouged.v1
             * @interface IRelayEvent
             * @augments rouged.v1.RelayEvent.$Properties
             * @deprecated Use rouged.v1.RelayEvent.$Properties instead.
             */

            /**
             * Shape of a RelayEvent.
             * @typedef {rouged.v1.RelayEvent.$Properties} rouged.v1.RelayEvent.$Shape
             */

            /**
             * Constructs a new RelayEvent.
             * @memberof rouged.v1
             * @classdesc Represents a RelayEvent.
             * @constructor
             * @param {rouged.v1.RelayEvent.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const RelayEvent = function (properties) {
                this.accounts = [];
                this.tokens = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * RelayEvent seq.
             * @member {number} seq
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * RelayEvent topic.
             * @member {rouged.v1.RelayTopic} topic
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.topic = 0;

            /**
             * RelayEvent accounts.
             * @member {Array.<Uint8Array>} accounts
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.accounts = $util.emptyArray;

            /**
             * RelayEvent tokens.
             * @member {Array.<string>} tokens
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.tokens = $util.emptyArray;

            /**
             * RelayEvent contract.
             * @member {Uint8Array} contract
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.contract = $util.newBuffer([]);

            /**
             * RelayEvent json.
             * @member {Uint8Array} json
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.json = $util.newBuffer([]);

            /**
             * RelayEvent protobuf.
             * @member {Uint8Array} protobuf
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.protobuf = $util.newBuffer([]);

            /**
             * RelayEvent passing.
             * @member {boolean} passing
             * @memberof rouged.v1.RelayEvent
             * @instance
             */
            RelayEvent.prototype.passing = false;

            /**
             * Creates a new RelayEvent instance using the specified properties.
             * @function create
             * @memberof rouged.v1.RelayEvent
             * @static
             * @param {rouged.v1.RelayEvent.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.RelayEvent} RelayEvent instance
             * @type {{
             *   (properties: rouged.v1.RelayEvent.$Shape): rouged.v1.RelayEvent & rouged.v1.RelayEvent.$Shape;
             *   (properties?: rouged.v1.RelayEvent.$Properties): rouged.v1.RelayEvent;
             * }}
             */
            RelayEvent.create = function(properties) {
                return new RelayEvent(properties);
            };

            /**
             * Encodes the specified RelayEvent message. Does not implicitly {@link rouged.v1.RelayEvent.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.RelayEvent
             * @static
             * @param {rouged.v1.RelayEvent.$Properties} message RelayEvent message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            RelayEvent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.seq);
                if (message.topic != null && $Object.hasOwnProperty.call(message, "topic") && message.topic !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).int32(message.topic);
                if (message.accounts != null && message.accounts.length)
                    for (let i = 0; i < message.accounts.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.accounts[i]);
                if (message.tokens != null && message.tokens.length)
                    for (let i = 0; i < message.tokens.length; ++i)
                        writer.uint32(/* id 4, wireType 2 =*/34).string(message.tokens[i]);
                if (message.contract != null && $Object.hasOwnProperty.call(message, "contract") && message.contract.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.contract);
                if (message.json != null && $Object.hasOwnProperty.call(message, "json") && message.json.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.json);
                if (message.protobuf != null && $Object.hasOwnProperty.call(message, "protobuf") && message.protobuf.length)
                    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.protobuf);
                if (message.passing != null && $Object.hasOwnProperty.call(message, "passing") && message.passing !== false)
                    writer.uint32(/* id 8, wireType 0 =*/64).bool(message.passing);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a RelayEvent message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.RelayEvent
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.RelayEvent & rouged.v1.RelayEvent.$Shape} RelayEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            RelayEvent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.RelayEvent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.topic = value;
                            else
                                delete message.topic;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.accounts && message.accounts.length))
                                message.accounts = [];
                            message.accounts.push(reader.bytes());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.tokens && message.tokens.length))
                                message.tokens = [];
                            message.tokens.push(reader.stringVerify());
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.contract = value;
                            else
                                delete message.contract;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.json = value;
                            else
                                delete message.json;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.protobuf = value;
                            else
                                delete message.protobuf;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.passing = value;
                            else
                                delete message.passing;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RelayEvent;
        })();

        v1.StreamStats = (function() {

            /**
             * Properties of a StreamStats.
             * @typedef {Object} rouged.v1.StreamStats.$Properties
             * @property {number|null} [blockHeight] StreamStats blockHeight
             * @property {number|null} [peerCount] StreamStats peerCount
             * @property {number|null} [mempoolSize] StreamStats mempoolSize
             * @property {number|null} [seq] StreamStats seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamStats.
             * @memberof rouged.v1
             * @interface IStreamStats
             * @augments rouged.v1.StreamStats.$Properties
             * @deprecated Use rouged.v1.StreamStats.$Properties instead.
             */

            /**
             * Shape of a StreamStats.
             * @typedef {rouged.v1.StreamStats.$Properties} rouged.v1.StreamStats.$Shape
             */

            /**
             * Constructs a new StreamStats.
             * @memberof rouged.v1
             * @classdesc Represents a StreamStats.
             * @constructor
             * @param {rouged.v1.StreamStats.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamStats = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamStats blockHeight.
             * @member {number} blockHeight
             * @memberof rouged.v1.StreamStats
             * @instance
             */
            StreamStats.prototype.blockHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * StreamStats peerCount.
             * @member {number} peerCount
             * @memberof rouged.v1.StreamStats
             * @instance
             */
            StreamStats.prototype.peerCount = 0;

            /**
             * StreamStats mempoolSize.
             * @member {number} mempoolSize
             * @memberof rouged.v1.StreamStats
             * @instance
             */
            StreamStats.prototype.mempoolSize = 0;

            /**
             * StreamStats seq.
             * @member {number} seq
             * @memberof rouged.v1.StreamStats
             * @instance
             */
            StreamStats.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new StreamStats instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamStats
             * @static
             * @param {rouged.v1.StreamStats.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamStats} StreamStats instance
             * @type {{
             *   (properties: rouged.v1.StreamStats.$Shape): rouged.v1.StreamStats & rouged.v1.StreamStats.$Shape;
             *   (properties?: rouged.v1.StreamStats.$Properties): rouged.v1.StreamStats;
             * }}
             */
            StreamStats.create = function(properties) {
                return new StreamStats(properties);
            };

            /**
             * Encodes the specified StreamStats message. Does not implicitly {@link rouged.v1.StreamStats.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamStats
             * @static
             * @param {rouged.v1.StreamStats.$Properties} message StreamStats message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamStats.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.blockHeight != null && $Object.hasOwnProperty.call(message, "blockHeight") && (typeof message.blockHeight === "object" ? message.blockHeight.low || message.blockHeight.high : message.blockHeight !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.blockHeight);
                if (message.peerCount != null && $Object.hasOwnProperty.call(message, "peerCount") && message.peerCount !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.peerCount);
                if (message.mempoolSize != null && $Object.hasOwnProperty.call(message, "mempoolSize") && message.mempoolSize !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.mempoolSize);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamStats message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamStats
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamStats & rouged.v1.StreamStats.$Shape} StreamStats
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamStats.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamStats();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.blockHeight = value;
                            else
                                delete message.blockHeight;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.peerCount = value;
                            else
                                delete message.peerCount;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.mempoolSize = value;
                            else
                                delete message.mempoolSize;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamStats;
        })();

        v1.StreamSubscribed = (function() {

            /**
             * Properties of a StreamSubscribed.
             * @typedef {Object} rouged.v1.StreamSubscribed.$Properties
             * @property {Array.<string>|null} [topics] StreamSubscribed topics
             * @property {number|null} [seq] StreamSubscribed seq
             * @property {Array.<string>|null} [unknown] StreamSubscribed unknown
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamSubscribed.
             * @memberof rouged.v1
             * @interface IStreamSubscribed
             * @augments rouged.v1.StreamSubscribed.$Properties
             * @deprecated Use rouged.v1.StreamSubscribed.$Properties instead.
             */

            /**
             * Shape of a StreamSubscribed.
             * @typedef {rouged.v1.StreamSubscribed.$Properties} rouged.v1.StreamSubscribed.$Shape
             */

            /**
             * Constructs a new StreamSubscribed.
             * @memberof rouged.v1
             * @classdesc Represents a StreamSubscribed.
             * @constructor
             * @param {rouged.v1.StreamSubscribed.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamSubscribed = function (properties) {
                this.topics = [];
                this.unknown = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamSubscribed topics.
             * @member {Array.<string>} topics
             * @memberof rouged.v1.StreamSubscribed
             * @instance
             */
            StreamSubscribed.prototype.topics = $util.emptyArray;

            /**
             * StreamSubscribed seq.
             * @member {number} seq
             * @memberof rouged.v1.StreamSubscribed
             * @instance
             */
            StreamSubscribed.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * StreamSubscribed unknown.
             * @member {Array.<string>} unknown
             * @memberof rouged.v1.StreamSubscribed
             * @instance
             */
            StreamSubscribed.prototype.unknown = $util.emptyArray;

            /**
             * Creates a new StreamSubscribed instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamSubscribed
             * @static
             * @param {rouged.v1.StreamSubscribed.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamSubscribed} StreamSubscribed instance
             * @type {{
             *   (properties: rouged.v1.StreamSubscribed.$Shape): rouged.v1.StreamSubscribed & rouged.v1.StreamSubscribed.$Shape;
             *   (properties?: rouged.v1.StreamSubscribed.$Properties): rouged.v1.StreamSubscribed;
             * }}
             */
            StreamSubscribed.create = function(properties) {
                return new StreamSubscribed(properties);
            };

            /**
             * Encodes the specified StreamSubscribed message. Does not implicitly {@link rouged.v1.StreamSubscribed.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamSubscribed
             * @static
             * @param {rouged.v1.StreamSubscribed.$Properties} message StreamSubscribed message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamSubscribed.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.topics != null && message.topics.length)
                    for (let i = 0; i < message.topics.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.topics[i]);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.seq);
                if (message.unknown != null && message.unknown.length)
                    for (let i = 0; i < message.unknown.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.unknown[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamSubscribed message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamSubscribed
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamSubscribed & rouged.v1.StreamSubscribed.$Shape} StreamSubscribed
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamSubscribed.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamSubscribed();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.topics && message.topics.length))
                                message.topics = [];
                            message.topics.push(reader.stringVerify());
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.unknown && message.unknown.length))
                                message.unknown = [];
                            message.unknown.push(reader.stringVerify());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamSubscribed;
        })();

        v1.StreamResumed = (function() {

            /**
             * Properties of a StreamResumed.
             * @typedef {Object} rouged.v1.StreamResumed.$Properties
             * @property {number|null} [seq] StreamResumed seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamResumed.
             * @memberof rouged.v1
             * @interface IStreamResumed
             * @augments rouged.v1.StreamResumed.$Properties
             * @deprecated Use rouged.v1.StreamResumed.$Properties instead.
             */

            /**
             * Shape of a StreamResumed.
             * @typedef {rouged.v1.StreamResumed.$Properties} rouged.v1.StreamResumed.$Shape
             */

            /**
             * Constructs a new StreamResumed.
             * @memberof rouged.v1
             * @classdesc Represents a StreamResumed.
             * @constructor
             * @param {rouged.v1.StreamResumed.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamResumed = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamResumed seq.
             * @member {number} seq
             * @memberof rouged.v1.StreamResumed
             * @instance
             */
            StreamResumed.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new StreamResumed instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamResumed
             * @static
             * @param {rouged.v1.StreamResumed.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamResumed} StreamResumed instance
             * @type {{
             *   (properties: rouged.v1.StreamResumed.$Shape): rouged.v1.StreamResumed & rouged.v1.StreamResumed.$Shape;
             *   (properties?: rouged.v1.StreamResumed.$Properties): rouged.v1.StreamResumed;
             * }}
             */
            StreamResumed.create = function(properties) {
                return new StreamResumed(properties);
            };

            /**
             * Encodes the specified StreamResumed message. Does not implicitly {@link rouged.v1.StreamResumed.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamResumed
             * @static
             * @param {rouged.v1.StreamResumed.$Properties} message StreamResumed message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamResumed.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamResumed message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamResumed
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamResumed & rouged.v1.StreamResumed.$Shape} StreamResumed
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamResumed.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamResumed();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamResumed;
        })();

        v1.StreamError = (function() {

            /**
             * Properties of a StreamError.
             * @typedef {Object} rouged.v1.StreamError.$Properties
             * @property {string|null} [error] StreamError error
             * @property {string|null} [code] StreamError code
             * @property {number|null} [oldest] StreamError oldest
             * @property {number|null} [seq] StreamError seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamError.
             * @memberof rouged.v1
             * @interface IStreamError
             * @augments rouged.v1.StreamError.$Properties
             * @deprecated Use rouged.v1.StreamError.$Properties instead.
             */

            /**
             * Shape of a StreamError.
             * @typedef {rouged.v1.StreamError.$Properties} rouged.v1.StreamError.$Shape
             */

            /**
             * Constructs a new StreamError.
             * @memberof rouged.v1
             * @classdesc Represents a StreamError.
             * @constructor
             * @param {rouged.v1.StreamError.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamError = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamError error.
             * @member {string} error
             * @memberof rouged.v1.StreamError
             * @instance
             */
            StreamError.prototype.error = "";

            /**
             * StreamError code.
             * @member {string} code
             * @memberof rouged.v1.StreamError
             * @instance
             */
            StreamError.prototype.code = "";

            /**
             * StreamError oldest.
             * @member {number|null|undefined} oldest
             * @memberof rouged.v1.StreamError
             * @instance
             */
            StreamError.prototype.oldest = null;

            /**
             * StreamError seq.
             * @member {number|null|undefined} seq
             * @memberof rouged.v1.StreamError
             * @instance
             */
            StreamError.prototype.seq = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(StreamError.prototype, "_oldest", {
                get: $util.oneOfGetter($oneOfFields = ["oldest"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(StreamError.prototype, "_seq", {
                get: $util.oneOfGetter($oneOfFields = ["seq"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new StreamError instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamError
             * @static
             * @param {rouged.v1.StreamError.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamError} StreamError instance
             * @type {{
             *   (properties: rouged.v1.StreamError.$Shape): rouged.v1.StreamError & rouged.v1.StreamError.$Shape;
             *   (properties?: rouged.v1.StreamError.$Properties): rouged.v1.StreamError;
             * }}
             */
            StreamError.create = function(properties) {
                return new StreamError(properties);
            };

            /**
             * Encodes the specified StreamError message. Does not implicitly {@link rouged.v1.StreamError.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamError
             * @static
             * @param {rouged.v1.StreamError.$Properties} message StreamError message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamError.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.error);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.code);
                if (message.oldest != null && $Object.hasOwnProperty.call(message, "oldest"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.oldest);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq"))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamError message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamError
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamError & rouged.v1.StreamError.$Shape} StreamError
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamError.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamError();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.oldest = reader.uint64();
                            message._oldest = "oldest";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.seq = reader.uint64();
                            message._seq = "seq";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamError;
        })();

        v1.StreamAuthError = (function() {

            /**
             * Properties of a StreamAuthError.
             * @typedef {Object} rouged.v1.StreamAuthError.$Properties
             * @property {string|null} [error] StreamAuthError error
             * @property {string|null} [code] StreamAuthError code
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a StreamAuthError.
             * @memberof rouged.v1
             * @interface IStreamAuthError
             * @augments rouged.v1.StreamAuthError.$Properties
             * @deprecated Use rouged.v1.StreamAuthError.$Properties instead.
             */

            /**
             * Shape of a StreamAuthError.
             * @typedef {rouged.v1.StreamAuthError.$Properties} rouged.v1.StreamAuthError.$Shape
             */

            /**
             * Constructs a new StreamAuthError.
             * @memberof rouged.v1
             * @classdesc Represents a StreamAuthError.
             * @constructor
             * @param {rouged.v1.StreamAuthError.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const StreamAuthError = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * StreamAuthError error.
             * @member {string} error
             * @memberof rouged.v1.StreamAuthError
             * @instance
             */
            StreamAuthError.prototype.error = "";

            /**
             * StreamAuthError code.
             * @member {string} code
             * @memberof rouged.v1.StreamAuthError
             * @instance
             */
            StreamAuthError.prototype.code = "";

            /**
             * Creates a new StreamAuthError instance using the specified properties.
             * @function create
             * @memberof rouged.v1.StreamAuthError
             * @static
             * @param {rouged.v1.StreamAuthError.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.StreamAuthError} StreamAuthError instance
             * @type {{
             *   (properties: rouged.v1.StreamAuthError.$Shape): rouged.v1.StreamAuthError & rouged.v1.StreamAuthError.$Shape;
             *   (properties?: rouged.v1.StreamAuthError.$Properties): rouged.v1.StreamAuthError;
             * }}
             */
            StreamAuthError.create = function(properties) {
                return new StreamAuthError(properties);
            };

            /**
             * Encodes the specified StreamAuthError message. Does not implicitly {@link rouged.v1.StreamAuthError.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.StreamAuthError
             * @static
             * @param {rouged.v1.StreamAuthError.$Properties} message StreamAuthError message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StreamAuthError.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.error);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.code);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a StreamAuthError message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.StreamAuthError
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.StreamAuthError & rouged.v1.StreamAuthError.$Shape} StreamAuthError
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            StreamAuthError.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.StreamAuthError();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StreamAuthError;
        })();

        v1.PrivateEvent = (function() {

            /**
             * Properties of a PrivateEvent.
             * @typedef {Object} rouged.v1.PrivateEvent.$Properties
             * @property {string|null} [type] PrivateEvent type
             * @property {string|null} [json] PrivateEvent json
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PrivateEvent.
             * @memberof rouged.v1
             * @interface IPrivateEvent
             * @augments rouged.v1.PrivateEvent.$Properties
             * @deprecated Use rouged.v1.PrivateEvent.$Properties instead.
             */

            /**
             * Shape of a PrivateEvent.
             * @typedef {rouged.v1.PrivateEvent.$Properties} rouged.v1.PrivateEvent.$Shape
             */

            /**
             * Constructs a new PrivateEvent.
             * @memberof rouged.v1
             * @classdesc Represents a PrivateEvent.
             * @constructor
             * @param {rouged.v1.PrivateEvent.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PrivateEvent = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PrivateEvent type.
             * @member {string} type
             * @memberof rouged.v1.PrivateEvent
             * @instance
             */
            PrivateEvent.prototype.type = "";

            /**
             * PrivateEvent json.
             * @member {string} json
             * @memberof rouged.v1.PrivateEvent
             * @instance
             */
            PrivateEvent.prototype.json = "";

            /**
             * Creates a new PrivateEvent instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PrivateEvent
             * @static
             * @param {rouged.v1.PrivateEvent.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PrivateEvent} PrivateEvent instance
             * @type {{
             *   (properties: rouged.v1.PrivateEvent.$Shape): rouged.v1.PrivateEvent & rouged.v1.PrivateEvent.$Shape;
             *   (properties?: rouged.v1.PrivateEvent.$Properties): rouged.v1.PrivateEvent;
             * }}
             */
            PrivateEvent.create = function(properties) {
                return new PrivateEvent(properties);
            };

            /**
             * Encodes the specified PrivateEvent message. Does not implicitly {@link rouged.v1.PrivateEvent.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PrivateEvent
             * @static
             * @param {rouged.v1.PrivateEvent.$Properties} message PrivateEvent message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PrivateEvent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.type);
                if (message.json != null && $Object.hasOwnProperty.call(message, "json") && message.json !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.json);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PrivateEvent message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PrivateEvent
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PrivateEvent & rouged.v1.PrivateEvent.$Shape} PrivateEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PrivateEvent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PrivateEvent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.type = value;
                            else
                                delete message.type;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.json = value;
                            else
                                delete message.json;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PrivateEvent;
        })();

        v1.NewBlock = (function() {

            /**
             * Properties of a NewBlock.
             * @typedef {Object} rouged.v1.NewBlock.$Properties
             * @property {number|null} [height] NewBlock height
             * @property {Uint8Array|null} [hash] NewBlock hash
             * @property {number|null} [txCount] NewBlock txCount
             * @property {number|null} [timestamp] NewBlock timestamp
             * @property {Uint8Array|null} [proposer] NewBlock proposer
             * @property {Uint8Array|null} [stateRoot] NewBlock stateRoot
             * @property {number|null} [seq] NewBlock seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a NewBlock.
             * @memberof rouged.v1
             * @interface INewBlock
             * @augments rouged.v1.NewBlock.$Properties
             * @deprecated Use rouged.v1.NewBlock.$Properties instead.
             */

            /**
             * Shape of a NewBlock.
             * @typedef {rouged.v1.NewBlock.$Properties} rouged.v1.NewBlock.$Shape
             */

            /**
             * Constructs a new NewBlock.
             * @memberof rouged.v1
             * @classdesc Represents a NewBlock.
             * @constructor
             * @param {rouged.v1.NewBlock.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const NewBlock = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * NewBlock height.
             * @member {number} height
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * NewBlock hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.hash = $util.newBuffer([]);

            /**
             * NewBlock txCount.
             * @member {number} txCount
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.txCount = 0;

            /**
             * NewBlock timestamp.
             * @member {number} timestamp
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.timestamp = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * NewBlock proposer.
             * @member {Uint8Array} proposer
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.proposer = $util.newBuffer([]);

            /**
             * NewBlock stateRoot.
             * @member {Uint8Array} stateRoot
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.stateRoot = $util.newBuffer([]);

            /**
             * NewBlock seq.
             * @member {number} seq
             * @memberof rouged.v1.NewBlock
             * @instance
             */
            NewBlock.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new NewBlock instance using the specified properties.
             * @function create
             * @memberof rouged.v1.NewBlock
             * @static
             * @param {rouged.v1.NewBlock.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.NewBlock} NewBlock instance
             * @type {{
             *   (properties: rouged.v1.NewBlock.$Shape): rouged.v1.NewBlock & rouged.v1.NewBlock.$Shape;
             *   (properties?: rouged.v1.NewBlock.$Properties): rouged.v1.NewBlock;
             * }}
             */
            NewBlock.create = function(properties) {
                return new NewBlock(properties);
            };

            /**
             * Encodes the specified NewBlock message. Does not implicitly {@link rouged.v1.NewBlock.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.NewBlock
             * @static
             * @param {rouged.v1.NewBlock.$Properties} message NewBlock message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            NewBlock.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
                if (message.txCount != null && $Object.hasOwnProperty.call(message, "txCount") && message.txCount !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.txCount);
                if (message.timestamp != null && $Object.hasOwnProperty.call(message, "timestamp") && (typeof message.timestamp === "object" ? message.timestamp.low || message.timestamp.high : message.timestamp !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.timestamp);
                if (message.proposer != null && $Object.hasOwnProperty.call(message, "proposer") && message.proposer.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.proposer);
                if (message.stateRoot != null && $Object.hasOwnProperty.call(message, "stateRoot") && message.stateRoot.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.stateRoot);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a NewBlock message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.NewBlock
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.NewBlock & rouged.v1.NewBlock.$Shape} NewBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            NewBlock.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.NewBlock();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.txCount = value;
                            else
                                delete message.txCount;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.timestamp = value;
                            else
                                delete message.timestamp;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposer = value;
                            else
                                delete message.proposer;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.stateRoot = value;
                            else
                                delete message.stateRoot;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return NewBlock;
        })();

        v1.NewTransaction = (function() {

            /**
             * Properties of a NewTransaction.
             * @typedef {Object} rouged.v1.NewTransaction.$Properties
             * @property {Uint8Array|null} [txHash] NewTransaction txHash
             * @property {string|null} [txType] NewTransaction txType
             * @property {Uint8Array|null} [from] NewTransaction from
             * @property {Uint8Array|null} [to] NewTransaction to
             * @property {string|null} [amountQuanta] NewTransaction amountQuanta
             * @property {string|null} [amountUnits] NewTransaction amountUnits
             * @property {string|null} [token] NewTransaction token
             * @property {boolean|null} [failed] NewTransaction failed
             * @property {number|null} [blockHeight] NewTransaction blockHeight
             * @property {number|null} [timestamp] NewTransaction timestamp
             * @property {number|null} [seq] NewTransaction seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a NewTransaction.
             * @memberof rouged.v1
             * @interface INewTransaction
             * @augments rouged.v1.NewTransaction.$Properties
             * @deprecated Use rouged.v1.NewTransaction.$Properties instead.
             */

            /**
             * Shape of a NewTransaction.
             * @typedef {rouged.v1.NewTransaction.$Properties} rouged.v1.NewTransaction.$Shape
             */

            /**
             * Constructs a new NewTransaction.
             * @memberof rouged.v1
             * @classdesc Represents a NewTransaction.
             * @constructor
             * @param {rouged.v1.NewTransaction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const NewTransaction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * NewTransaction txHash.
             * @member {Uint8Array} txHash
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.txHash = $util.newBuffer([]);

            /**
             * NewTransaction txType.
             * @member {string} txType
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.txType = "";

            /**
             * NewTransaction from.
             * @member {Uint8Array} from
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.from = $util.newBuffer([]);

            /**
             * NewTransaction to.
             * @member {Uint8Array} to
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.to = $util.newBuffer([]);

            /**
             * NewTransaction amountQuanta.
             * @member {string} amountQuanta
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.amountQuanta = "";

            /**
             * NewTransaction amountUnits.
             * @member {string} amountUnits
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.amountUnits = "";

            /**
             * NewTransaction token.
             * @member {string} token
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.token = "";

            /**
             * NewTransaction failed.
             * @member {boolean} failed
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.failed = false;

            /**
             * NewTransaction blockHeight.
             * @member {number} blockHeight
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.blockHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * NewTransaction timestamp.
             * @member {number} timestamp
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.timestamp = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * NewTransaction seq.
             * @member {number} seq
             * @memberof rouged.v1.NewTransaction
             * @instance
             */
            NewTransaction.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new NewTransaction instance using the specified properties.
             * @function create
             * @memberof rouged.v1.NewTransaction
             * @static
             * @param {rouged.v1.NewTransaction.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.NewTransaction} NewTransaction instance
             * @type {{
             *   (properties: rouged.v1.NewTransaction.$Shape): rouged.v1.NewTransaction & rouged.v1.NewTransaction.$Shape;
             *   (properties?: rouged.v1.NewTransaction.$Properties): rouged.v1.NewTransaction;
             * }}
             */
            NewTransaction.create = function(properties) {
                return new NewTransaction(properties);
            };

            /**
             * Encodes the specified NewTransaction message. Does not implicitly {@link rouged.v1.NewTransaction.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.NewTransaction
             * @static
             * @param {rouged.v1.NewTransaction.$Properties} message NewTransaction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            NewTransaction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.txHash != null && $Object.hasOwnProperty.call(message, "txHash") && message.txHash.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.txHash);
                if (message.txType != null && $Object.hasOwnProperty.call(message, "txType") && message.txType !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.txType);
                if (message.from != null && $Object.hasOwnProperty.call(message, "from") && message.from.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.from);
                if (message.to != null && $Object.hasOwnProperty.call(message, "to") && message.to.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.to);
                if (message.amountQuanta != null && $Object.hasOwnProperty.call(message, "amountQuanta") && message.amountQuanta !== "")
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.amountQuanta);
                if (message.amountUnits != null && $Object.hasOwnProperty.call(message, "amountUnits") && message.amountUnits !== "")
                    writer.uint32(/* id 6, wireType 2 =*/50).string(message.amountUnits);
                if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                    writer.uint32(/* id 7, wireType 2 =*/58).string(message.token);
                if (message.failed != null && $Object.hasOwnProperty.call(message, "failed") && message.failed !== false)
                    writer.uint32(/* id 8, wireType 0 =*/64).bool(message.failed);
                if (message.blockHeight != null && $Object.hasOwnProperty.call(message, "blockHeight") && (typeof message.blockHeight === "object" ? message.blockHeight.low || message.blockHeight.high : message.blockHeight !== 0))
                    writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.blockHeight);
                if (message.timestamp != null && $Object.hasOwnProperty.call(message, "timestamp") && (typeof message.timestamp === "object" ? message.timestamp.low || message.timestamp.high : message.timestamp !== 0))
                    writer.uint32(/* id 10, wireType 0 =*/80).uint64(message.timestamp);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 11, wireType 0 =*/88).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a NewTransaction message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.NewTransaction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.NewTransaction & rouged.v1.NewTransaction.$Shape} NewTransaction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            NewTransaction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.NewTransaction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.txHash = value;
                            else
                                delete message.txHash;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.txType = value;
                            else
                                delete message.txType;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.from = value;
                            else
                                delete message.from;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.to = value;
                            else
                                delete message.to;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.amountQuanta = value;
                            else
                                delete message.amountQuanta;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.amountUnits = value;
                            else
                                delete message.amountUnits;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.token = value;
                            else
                                delete message.token;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.failed = value;
                            else
                                delete message.failed;
                            continue;
                        }
                    case 9: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.blockHeight = value;
                            else
                                delete message.blockHeight;
                            continue;
                        }
                    case 10: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.timestamp = value;
                            else
                                delete message.timestamp;
                            continue;
                        }
                    case 11: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return NewTransaction;
        })();

        v1.TransactionDropped = (function() {

            /**
             * Properties of a TransactionDropped.
             * @typedef {Object} rouged.v1.TransactionDropped.$Properties
             * @property {Uint8Array|null} [txHash] TransactionDropped txHash
             * @property {Uint8Array|null} [from] TransactionDropped from
             * @property {string|null} [code] TransactionDropped code
             * @property {string|null} [error] TransactionDropped error
             * @property {number|null} [seq] TransactionDropped seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a TransactionDropped.
             * @memberof rouged.v1
             * @interface ITransactionDropped
             * @augments rouged.v1.TransactionDropped.$Properties
             * @deprecated Use rouged.v1.TransactionDropped.$Properties instead.
             */

            /**
             * Shape of a TransactionDropped.
             * @typedef {rouged.v1.TransactionDropped.$Properties} rouged.v1.TransactionDropped.$Shape
             */

            /**
             * Constructs a new TransactionDropped.
             * @memberof rouged.v1
             * @classdesc Represents a TransactionDropped.
             * @constructor
             * @param {rouged.v1.TransactionDropped.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const TransactionDropped = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * TransactionDropped txHash.
             * @member {Uint8Array} txHash
             * @memberof rouged.v1.TransactionDropped
             * @instance
             */
            TransactionDropped.prototype.txHash = $util.newBuffer([]);

            /**
             * TransactionDropped from.
             * @member {Uint8Array} from
             * @memberof rouged.v1.TransactionDropped
             * @instance
             */
            TransactionDropped.prototype.from = $util.newBuffer([]);

            /**
             * TransactionDropped code.
             * @member {string} code
             * @memberof rouged.v1.TransactionDropped
             * @instance
             */
            TransactionDropped.prototype.code = "";

            /**
             * TransactionDropped error.
             * @member {string} error
             * @memberof rouged.v1.TransactionDropped
             * @instance
             */
            TransactionDropped.prototype.error = "";

            /**
             * TransactionDropped seq.
             * @member {number} seq
             * @memberof rouged.v1.TransactionDropped
             * @instance
             */
            TransactionDropped.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new TransactionDropped instance using the specified properties.
             * @function create
             * @memberof rouged.v1.TransactionDropped
             * @static
             * @param {rouged.v1.TransactionDropped.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.TransactionDropped} TransactionDropped instance
             * @type {{
             *   (properties: rouged.v1.TransactionDropped.$Shape): rouged.v1.TransactionDropped & rouged.v1.TransactionDropped.$Shape;
             *   (properties?: rouged.v1.TransactionDropped.$Properties): rouged.v1.TransactionDropped;
             * }}
             */
            TransactionDropped.create = function(properties) {
                return new TransactionDropped(properties);
            };

            /**
             * Encodes the specified TransactionDropped message. Does not implicitly {@link rouged.v1.TransactionDropped.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.TransactionDropped
             * @static
             * @param {rouged.v1.TransactionDropped.$Properties} message TransactionDropped message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            TransactionDropped.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.txHash != null && $Object.hasOwnProperty.call(message, "txHash") && message.txHash.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.txHash);
                if (message.from != null && $Object.hasOwnProperty.call(message, "from") && message.from.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.from);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.code);
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.error);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a TransactionDropped message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.TransactionDropped
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionDropped & rouged.v1.TransactionDropped.$Shape} TransactionDropped
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            TransactionDropped.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.TransactionDropped();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.txHash = value;
                            else
                                delete message.txHash;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.from = value;
                            else
                                delete message.from;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TransactionDropped;
        })();

        v1.ContractEvent = (function() {

            /**
             * Properties of a ContractEvent.
             * @typedef {Object} rouged.v1.ContractEvent.$Properties
             * @property {Uint8Array|null} [contractAddr] ContractEvent contractAddr
             * @property {string|null} [topic] ContractEvent topic
             * @property {string|null} [data] ContractEvent data
             * @property {number|null} [blockHeight] ContractEvent blockHeight
             * @property {Uint8Array|null} [txHash] ContractEvent txHash
             * @property {number|null} [seq] ContractEvent seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ContractEvent.
             * @memberof rouged.v1
             * @interface IContractEvent
             * @augments rouged.v1.ContractEvent.$Properties
             * @deprecated Use rouged.v1.ContractEvent.$Properties instead.
             */

            /**
             * Shape of a ContractEvent.
             * @typedef {rouged.v1.ContractEvent.$Properties} rouged.v1.ContractEvent.$Shape
             */

            /**
             * Constructs a new ContractEvent.
             * @memberof rouged.v1
             * @classdesc Represents a ContractEvent.
             * @constructor
             * @param {rouged.v1.ContractEvent.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ContractEvent = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ContractEvent contractAddr.
             * @member {Uint8Array} contractAddr
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.contractAddr = $util.newBuffer([]);

            /**
             * ContractEvent topic.
             * @member {string} topic
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.topic = "";

            /**
             * ContractEvent data.
             * @member {string} data
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.data = "";

            /**
             * ContractEvent blockHeight.
             * @member {number} blockHeight
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.blockHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ContractEvent txHash.
             * @member {Uint8Array} txHash
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.txHash = $util.newBuffer([]);

            /**
             * ContractEvent seq.
             * @member {number} seq
             * @memberof rouged.v1.ContractEvent
             * @instance
             */
            ContractEvent.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new ContractEvent instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ContractEvent
             * @static
             * @param {rouged.v1.ContractEvent.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ContractEvent} ContractEvent instance
             * @type {{
             *   (properties: rouged.v1.ContractEvent.$Shape): rouged.v1.ContractEvent & rouged.v1.ContractEvent.$Shape;
             *   (properties?: rouged.v1.ContractEvent.$Properties): rouged.v1.ContractEvent;
             * }}
             */
            ContractEvent.create = function(properties) {
                return new ContractEvent(properties);
            };

            /**
             * Encodes the specified ContractEvent message. Does not implicitly {@link rouged.v1.ContractEvent.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ContractEvent
             * @static
             * @param {rouged.v1.ContractEvent.$Properties} message ContractEvent message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ContractEvent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.contractAddr != null && $Object.hasOwnProperty.call(message, "contractAddr") && message.contractAddr.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.contractAddr);
                if (message.topic != null && $Object.hasOwnProperty.call(message, "topic") && message.topic !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.topic);
                if (message.data != null && $Object.hasOwnProperty.call(message, "data") && message.data !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.data);
                if (message.blockHeight != null && $Object.hasOwnProperty.call(message, "blockHeight") && (typeof message.blockHeight === "object" ? message.blockHeight.low || message.blockHeight.high : message.blockHeight !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.blockHeight);
                if (message.txHash != null && $Object.hasOwnProperty.call(message, "txHash") && message.txHash.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.txHash);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ContractEvent message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ContractEvent
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ContractEvent & rouged.v1.ContractEvent.$Shape} ContractEvent
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ContractEvent.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ContractEvent();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.contractAddr = value;
                            else
                                delete message.contractAddr;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.topic = value;
                            else
                                delete message.topic;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.data = value;
                            else
                                delete message.data;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.blockHeight = value;
                            else
                                delete message.blockHeight;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.txHash = value;
                            else
                                delete message.txHash;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ContractEvent;
        })();

        v1.BalanceUpdate = (function() {

            /**
             * Properties of a BalanceUpdate.
             * @typedef {Object} rouged.v1.BalanceUpdate.$Properties
             * @property {Uint8Array|null} [account] BalanceUpdate account
             * @property {string|null} [token] BalanceUpdate token
             * @property {string|null} [newBalance] BalanceUpdate newBalance
             * @property {number|null} [blockHeight] BalanceUpdate blockHeight
             * @property {number|null} [seq] BalanceUpdate seq
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BalanceUpdate.
             * @memberof rouged.v1
             * @interface IBalanceUpdate
             * @augments rouged.v1.BalanceUpdate.$Properties
             * @deprecated Use rouged.v1.BalanceUpdate.$Properties instead.
             */

            /**
             * Shape of a BalanceUpdate.
             * @typedef {rouged.v1.BalanceUpdate.$Properties} rouged.v1.BalanceUpdate.$Shape
             */

            /**
             * Constructs a new BalanceUpdate.
             * @memberof rouged.v1
             * @classdesc Represents a BalanceUpdate.
             * @constructor
             * @param {rouged.v1.BalanceUpdate.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BalanceUpdate = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BalanceUpdate account.
             * @member {Uint8Array} account
             * @memberof rouged.v1.BalanceUpdate
             * @instance
             */
            BalanceUpdate.prototype.account = $util.newBuffer([]);

            /**
             * BalanceUpdate token.
             * @member {string} token
             * @memberof rouged.v1.BalanceUpdate
             * @instance
             */
            BalanceUpdate.prototype.token = "";

            /**
             * BalanceUpdate newBalance.
             * @member {string} newBalance
             * @memberof rouged.v1.BalanceUpdate
             * @instance
             */
            BalanceUpdate.prototype.newBalance = "";

            /**
             * BalanceUpdate blockHeight.
             * @member {number} blockHeight
             * @memberof rouged.v1.BalanceUpdate
             * @instance
             */
            BalanceUpdate.prototype.blockHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BalanceUpdate seq.
             * @member {number} seq
             * @memberof rouged.v1.BalanceUpdate
             * @instance
             */
            BalanceUpdate.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new BalanceUpdate instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BalanceUpdate
             * @static
             * @param {rouged.v1.BalanceUpdate.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BalanceUpdate} BalanceUpdate instance
             * @type {{
             *   (properties: rouged.v1.BalanceUpdate.$Shape): rouged.v1.BalanceUpdate & rouged.v1.BalanceUpdate.$Shape;
             *   (properties?: rouged.v1.BalanceUpdate.$Properties): rouged.v1.BalanceUpdate;
             * }}
             */
            BalanceUpdate.create = function(properties) {
                return new BalanceUpdate(properties);
            };

            /**
             * Encodes the specified BalanceUpdate message. Does not implicitly {@link rouged.v1.BalanceUpdate.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BalanceUpdate
             * @static
             * @param {rouged.v1.BalanceUpdate.$Properties} message BalanceUpdate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BalanceUpdate.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.account != null && $Object.hasOwnProperty.call(message, "account") && message.account.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.account);
                if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.token);
                if (message.newBalance != null && $Object.hasOwnProperty.call(message, "newBalance") && message.newBalance !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.newBalance);
                if (message.blockHeight != null && $Object.hasOwnProperty.call(message, "blockHeight") && (typeof message.blockHeight === "object" ? message.blockHeight.low || message.blockHeight.high : message.blockHeight !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.blockHeight);
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.seq);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BalanceUpdate message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BalanceUpdate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BalanceUpdate & rouged.v1.BalanceUpdate.$Shape} BalanceUpdate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BalanceUpdate.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BalanceUpdate();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.account = value;
                            else
                                delete message.account;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.token = value;
                            else
                                delete message.token;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.newBalance = value;
                            else
                                delete message.newBalance;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.blockHeight = value;
                            else
                                delete message.blockHeight;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BalanceUpdate;
        })();

        v1.PeerMessage = (function() {

            /**
             * Properties of a PeerMessage.
             * @typedef {Object} rouged.v1.PeerMessage.$Properties
             * @property {rouged.v1.PeerIntroduction.$Properties|null} [introduction] PeerMessage introduction
             * @property {rouged.v1.PeerStatus.$Properties|null} [status] PeerMessage status
             * @property {rouged.v1.CompactBlock.$Properties|null} [compactBlock] PeerMessage compactBlock
             * @property {rouged.v1.BlockOffer.$Properties|null} [blockOffer] PeerMessage blockOffer
             * @property {rouged.v1.CompactBlockWanted.$Properties|null} [compactBlockWanted] PeerMessage compactBlockWanted
             * @property {rouged.v1.BlockTransactionsWanted.$Properties|null} [blockTransactionsWanted] PeerMessage blockTransactionsWanted
             * @property {rouged.v1.BlockTransactions.$Properties|null} [blockTransactions] PeerMessage blockTransactions
             * @property {rouged.v1.BlocksWanted.$Properties|null} [blocksWanted] PeerMessage blocksWanted
             * @property {rouged.v1.BlockPart.$Properties|null} [blockPart] PeerMessage blockPart
             * @property {rouged.v1.BlocksEnd.$Properties|null} [blocksEnd] PeerMessage blocksEnd
             * @property {rouged.v1.PeerVotes.$Properties|null} [votes] PeerMessage votes
             * @property {rouged.v1.VotesWanted.$Properties|null} [votesWanted] PeerMessage votesWanted
             * @property {rouged.v1.PeerCertificate.$Properties|null} [certificate] PeerMessage certificate
             * @property {rouged.v1.CertificateWanted.$Properties|null} [certificateWanted] PeerMessage certificateWanted
             * @property {rouged.v1.SignedByWanted.$Properties|null} [signedByWanted] PeerMessage signedByWanted
             * @property {rouged.v1.SignedByAnswer.$Properties|null} [signedByAnswer] PeerMessage signedByAnswer
             * @property {rouged.v1.TransactionInventory.$Properties|null} [inventory] PeerMessage inventory
             * @property {rouged.v1.TransactionsWanted.$Properties|null} [transactionsWanted] PeerMessage transactionsWanted
             * @property {rouged.v1.PeerTransactions.$Properties|null} [transactions] PeerMessage transactions
             * @property {rouged.v1.Handover.$Properties|null} [handover] PeerMessage handover
             * @property {rouged.v1.HandoverAnswer.$Properties|null} [handoverAnswer] PeerMessage handoverAnswer
             * @property {rouged.v1.PeersWanted.$Properties|null} [peersWanted] PeerMessage peersWanted
             * @property {rouged.v1.PeerAddresses.$Properties|null} [peers] PeerMessage peers
             * @property {rouged.v1.PeerEvidence.$Properties|null} [evidence] PeerMessage evidence
             * @property {rouged.v1.Ping.$Properties|null} [ping] PeerMessage ping
             * @property {rouged.v1.Pong.$Properties|null} [pong] PeerMessage pong
             * @property {rouged.v1.Goodbye.$Properties|null} [goodbye] PeerMessage goodbye
             * @property {rouged.v1.KeyElsewhere.$Properties|null} [keyElsewhere] PeerMessage keyElsewhere
             * @property {rouged.v1.SnapshotsWanted.$Properties|null} [snapshotsWanted] PeerMessage snapshotsWanted
             * @property {rouged.v1.SnapshotsOffered.$Properties|null} [snapshotsOffered] PeerMessage snapshotsOffered
             * @property {rouged.v1.SnapshotPartWanted.$Properties|null} [snapshotPartWanted] PeerMessage snapshotPartWanted
             * @property {rouged.v1.SnapshotPart.$Properties|null} [snapshotPart] PeerMessage snapshotPart
             * @property {rouged.v1.HeadersWanted.$Properties|null} [headersWanted] PeerMessage headersWanted
             * @property {rouged.v1.HeadersPart.$Properties|null} [headersPart] PeerMessage headersPart
             * @property {rouged.v1.ServiceLogs.$Properties|null} [serviceLogs] PeerMessage serviceLogs
             * @property {rouged.v1.ServiceRunsWanted.$Properties|null} [serviceRunsWanted] PeerMessage serviceRunsWanted
             * @property {rouged.v1.ServiceRuns.$Properties|null} [serviceRuns] PeerMessage serviceRuns
             * @property {rouged.v1.ServiceForward.$Properties|null} [serviceForward] PeerMessage serviceForward
             * @property {rouged.v1.ServiceForwarded.$Properties|null} [serviceForwarded] PeerMessage serviceForwarded
             * @property {"introduction"|"status"|"compactBlock"|"blockOffer"|"compactBlockWanted"|"blockTransactionsWanted"|"blockTransactions"|"blocksWanted"|"blockPart"|"blocksEnd"|"votes"|"votesWanted"|"certificate"|"certificateWanted"|"signedByWanted"|"signedByAnswer"|"inventory"|"transactionsWanted"|"transactions"|"handover"|"handoverAnswer"|"peersWanted"|"peers"|"evidence"|"ping"|"pong"|"goodbye"|"keyElsewhere"|"snapshotsWanted"|"snapshotsOffered"|"snapshotPartWanted"|"snapshotPart"|"headersWanted"|"headersPart"|"serviceLogs"|"serviceRunsWanted"|"serviceRuns"|"serviceForward"|"serviceForwarded"} [message] PeerMessage message
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerMessage.
             * @memberof rouged.v1
             * @interface IPeerMessage
             * @augments rouged.v1.PeerMessage.$Properties
             * @deprecated Use rouged.v1.PeerMessage.$Properties instead.
             */

            /**
             * Narrowed shape of a PeerMessage.
             * @typedef {{
             *   introduction?: rouged.v1.PeerIntroduction.$Shape|null;
             *   status?: rouged.v1.PeerStatus.$Shape|null;
             *   compactBlock?: rouged.v1.CompactBlock.$Shape|null;
             *   blockOffer?: rouged.v1.BlockOffer.$Shape|null;
             *   compactBlockWanted?: rouged.v1.CompactBlockWanted.$Shape|null;
             *   blockTransactionsWanted?: rouged.v1.BlockTransactionsWanted.$Shape|null;
             *   blockTransactions?: rouged.v1.BlockTransactions.$Shape|null;
             *   blocksWanted?: rouged.v1.BlocksWanted.$Shape|null;
             *   blockPart?: rouged.v1.BlockPart.$Shape|null;
             *   blocksEnd?: rouged.v1.BlocksEnd.$Shape|null;
             *   votes?: rouged.v1.PeerVotes.$Shape|null;
             *   votesWanted?: rouged.v1.VotesWanted.$Shape|null;
             *   certificate?: rouged.v1.PeerCertificate.$Shape|null;
             *   certificateWanted?: rouged.v1.CertificateWanted.$Shape|null;
             *   signedByWanted?: rouged.v1.SignedByWanted.$Shape|null;
             *   signedByAnswer?: rouged.v1.SignedByAnswer.$Shape|null;
             *   inventory?: rouged.v1.TransactionInventory.$Shape|null;
             *   transactionsWanted?: rouged.v1.TransactionsWanted.$Shape|null;
             *   transactions?: rouged.v1.PeerTransactions.$Shape|null;
             *   handover?: rouged.v1.Handover.$Shape|null;
             *   handoverAnswer?: rouged.v1.HandoverAnswer.$Shape|null;
             *   peersWanted?: rouged.v1.PeersWanted.$Shape|null;
             *   peers?: rouged.v1.PeerAddresses.$Shape|null;
             *   evidence?: rouged.v1.PeerEvidence.$Shape|null;
             *   ping?: rouged.v1.Ping.$Shape|null;
             *   pong?: rouged.v1.Pong.$Shape|null;
             *   goodbye?: rouged.v1.Goodbye.$Shape|null;
             *   keyElsewhere?: rouged.v1.KeyElsewhere.$Shape|null;
             *   snapshotsWanted?: rouged.v1.SnapshotsWanted.$Shape|null;
             *   snapshotsOffered?: rouged.v1.SnapshotsOffered.$Shape|null;
             *   snapshotPartWanted?: rouged.v1.SnapshotPartWanted.$Shape|null;
             *   snapshotPart?: rouged.v1.SnapshotPart.$Shape|null;
             *   headersWanted?: rouged.v1.HeadersWanted.$Shape|null;
             *   headersPart?: rouged.v1.HeadersPart.$Shape|null;
             *   serviceLogs?: rouged.v1.ServiceLogs.$Shape|null;
             *   serviceRunsWanted?: rouged.v1.ServiceRunsWanted.$Shape|null;
             *   serviceRuns?: rouged.v1.ServiceRuns.$Shape|null;
             *   serviceForward?: rouged.v1.ServiceForward.$Shape|null;
             *   serviceForwarded?: rouged.v1.ServiceForwarded.$Shape|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ message?: undefined; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "introduction"; introduction: rouged.v1.PeerIntroduction.$Shape; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "status"; introduction?: null; status: rouged.v1.PeerStatus.$Shape; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "compactBlock"; introduction?: null; status?: null; compactBlock: rouged.v1.CompactBlock.$Shape; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockOffer"; introduction?: null; status?: null; compactBlock?: null; blockOffer: rouged.v1.BlockOffer.$Shape; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "compactBlockWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted: rouged.v1.CompactBlockWanted.$Shape; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockTransactionsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted: rouged.v1.BlockTransactionsWanted.$Shape; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockTransactions"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions: rouged.v1.BlockTransactions.$Shape; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blocksWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted: rouged.v1.BlocksWanted.$Shape; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blockPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart: rouged.v1.BlockPart.$Shape; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "blocksEnd"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd: rouged.v1.BlocksEnd.$Shape; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "votes"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes: rouged.v1.PeerVotes.$Shape; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "votesWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted: rouged.v1.VotesWanted.$Shape; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "certificate"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate: rouged.v1.PeerCertificate.$Shape; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "certificateWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted: rouged.v1.CertificateWanted.$Shape; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "signedByWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted: rouged.v1.SignedByWanted.$Shape; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "signedByAnswer"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer: rouged.v1.SignedByAnswer.$Shape; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "inventory"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory: rouged.v1.TransactionInventory.$Shape; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "transactionsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted: rouged.v1.TransactionsWanted.$Shape; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "transactions"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions: rouged.v1.PeerTransactions.$Shape; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "handover"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover: rouged.v1.Handover.$Shape; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "handoverAnswer"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer: rouged.v1.HandoverAnswer.$Shape; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "peersWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted: rouged.v1.PeersWanted.$Shape; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "peers"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers: rouged.v1.PeerAddresses.$Shape; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "evidence"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence: rouged.v1.PeerEvidence.$Shape; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "ping"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping: rouged.v1.Ping.$Shape; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "pong"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong: rouged.v1.Pong.$Shape; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "goodbye"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye: rouged.v1.Goodbye.$Shape; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "keyElsewhere"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere: rouged.v1.KeyElsewhere.$Shape; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted: rouged.v1.SnapshotsWanted.$Shape; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotsOffered"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered: rouged.v1.SnapshotsOffered.$Shape; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotPartWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted: rouged.v1.SnapshotPartWanted.$Shape; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "snapshotPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart: rouged.v1.SnapshotPart.$Shape; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "headersWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted: rouged.v1.HeadersWanted.$Shape; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "headersPart"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart: rouged.v1.HeadersPart.$Shape; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceLogs"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs: rouged.v1.ServiceLogs.$Shape; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceRunsWanted"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted: rouged.v1.ServiceRunsWanted.$Shape; serviceRuns?: null; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceRuns"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns: rouged.v1.ServiceRuns.$Shape; serviceForward?: null; serviceForwarded?: null }|{ message?: "serviceForward"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward: rouged.v1.ServiceForward.$Shape; serviceForwarded?: null }|{ message?: "serviceForwarded"; introduction?: null; status?: null; compactBlock?: null; blockOffer?: null; compactBlockWanted?: null; blockTransactionsWanted?: null; blockTransactions?: null; blocksWanted?: null; blockPart?: null; blocksEnd?: null; votes?: null; votesWanted?: null; certificate?: null; certificateWanted?: null; signedByWanted?: null; signedByAnswer?: null; inventory?: null; transactionsWanted?: null; transactions?: null; handover?: null; handoverAnswer?: null; peersWanted?: null; peers?: null; evidence?: null; ping?: null; pong?: null; goodbye?: null; keyElsewhere?: null; snapshotsWanted?: null; snapshotsOffered?: null; snapshotPartWanted?: null; snapshotPart?: null; headersWanted?: null; headersPart?: null; serviceLogs?: null; serviceRunsWanted?: null; serviceRuns?: null; serviceForward?: null; serviceForwarded: rouged.v1.ServiceForwarded.$Shape })
             * )} rouged.v1.PeerMessage.$Shape
             */

            /**
             * Constructs a new PeerMessage.
             * @memberof rouged.v1
             * @classdesc Represents a PeerMessage.
             * @constructor
             * @param {rouged.v1.PeerMessage.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerMessage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerMessage introduction.
             * @member {rouged.v1.PeerIntroduction.$Properties|null|undefined} introduction
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.introduction = null;

            /**
             * PeerMessage status.
             * @member {rouged.v1.PeerStatus.$Properties|null|undefined} status
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.status = null;

            /**
             * PeerMessage compactBlock.
             * @member {rouged.v1.CompactBlock.$Properties|null|undefined} compactBlock
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.compactBlock = null;

            /**
             * PeerMessage blockOffer.
             * @member {rouged.v1.BlockOffer.$Properties|null|undefined} blockOffer
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blockOffer = null;

            /**
             * PeerMessage compactBlockWanted.
             * @member {rouged.v1.CompactBlockWanted.$Properties|null|undefined} compactBlockWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.compactBlockWanted = null;

            /**
             * PeerMessage blockTransactionsWanted.
             * @member {rouged.v1.BlockTransactionsWanted.$Properties|null|undefined} blockTransactionsWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blockTransactionsWanted = null;

            /**
             * PeerMessage blockTransactions.
             * @member {rouged.v1.BlockTransactions.$Properties|null|undefined} blockTransactions
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blockTransactions = null;

            /**
             * PeerMessage blocksWanted.
             * @member {rouged.v1.BlocksWanted.$Properties|null|undefined} blocksWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blocksWanted = null;

            /**
             * PeerMessage blockPart.
             * @member {rouged.v1.BlockPart.$Properties|null|undefined} blockPart
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blockPart = null;

            /**
             * PeerMessage blocksEnd.
             * @member {rouged.v1.BlocksEnd.$Properties|null|undefined} blocksEnd
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.blocksEnd = null;

            /**
             * PeerMessage votes.
             * @member {rouged.v1.PeerVotes.$Properties|null|undefined} votes
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.votes = null;

            /**
             * PeerMessage votesWanted.
             * @member {rouged.v1.VotesWanted.$Properties|null|undefined} votesWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.votesWanted = null;

            /**
             * PeerMessage certificate.
             * @member {rouged.v1.PeerCertificate.$Properties|null|undefined} certificate
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.certificate = null;

            /**
             * PeerMessage certificateWanted.
             * @member {rouged.v1.CertificateWanted.$Properties|null|undefined} certificateWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.certificateWanted = null;

            /**
             * PeerMessage signedByWanted.
             * @member {rouged.v1.SignedByWanted.$Properties|null|undefined} signedByWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.signedByWanted = null;

            /**
             * PeerMessage signedByAnswer.
             * @member {rouged.v1.SignedByAnswer.$Properties|null|undefined} signedByAnswer
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.signedByAnswer = null;

            /**
             * PeerMessage inventory.
             * @member {rouged.v1.TransactionInventory.$Properties|null|undefined} inventory
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.inventory = null;

            /**
             * PeerMessage transactionsWanted.
             * @member {rouged.v1.TransactionsWanted.$Properties|null|undefined} transactionsWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.transactionsWanted = null;

            /**
             * PeerMessage transactions.
             * @member {rouged.v1.PeerTransactions.$Properties|null|undefined} transactions
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.transactions = null;

            /**
             * PeerMessage handover.
             * @member {rouged.v1.Handover.$Properties|null|undefined} handover
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.handover = null;

            /**
             * PeerMessage handoverAnswer.
             * @member {rouged.v1.HandoverAnswer.$Properties|null|undefined} handoverAnswer
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.handoverAnswer = null;

            /**
             * PeerMessage peersWanted.
             * @member {rouged.v1.PeersWanted.$Properties|null|undefined} peersWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.peersWanted = null;

            /**
             * PeerMessage peers.
             * @member {rouged.v1.PeerAddresses.$Properties|null|undefined} peers
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.peers = null;

            /**
             * PeerMessage evidence.
             * @member {rouged.v1.PeerEvidence.$Properties|null|undefined} evidence
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.evidence = null;

            /**
             * PeerMessage ping.
             * @member {rouged.v1.Ping.$Properties|null|undefined} ping
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.ping = null;

            /**
             * PeerMessage pong.
             * @member {rouged.v1.Pong.$Properties|null|undefined} pong
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.pong = null;

            /**
             * PeerMessage goodbye.
             * @member {rouged.v1.Goodbye.$Properties|null|undefined} goodbye
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.goodbye = null;

            /**
             * PeerMessage keyElsewhere.
             * @member {rouged.v1.KeyElsewhere.$Properties|null|undefined} keyElsewhere
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.keyElsewhere = null;

            /**
             * PeerMessage snapshotsWanted.
             * @member {rouged.v1.SnapshotsWanted.$Properties|null|undefined} snapshotsWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.snapshotsWanted = null;

            /**
             * PeerMessage snapshotsOffered.
             * @member {rouged.v1.SnapshotsOffered.$Properties|null|undefined} snapshotsOffered
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.snapshotsOffered = null;

            /**
             * PeerMessage snapshotPartWanted.
             * @member {rouged.v1.SnapshotPartWanted.$Properties|null|undefined} snapshotPartWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.snapshotPartWanted = null;

            /**
             * PeerMessage snapshotPart.
             * @member {rouged.v1.SnapshotPart.$Properties|null|undefined} snapshotPart
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.snapshotPart = null;

            /**
             * PeerMessage headersWanted.
             * @member {rouged.v1.HeadersWanted.$Properties|null|undefined} headersWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.headersWanted = null;

            /**
             * PeerMessage headersPart.
             * @member {rouged.v1.HeadersPart.$Properties|null|undefined} headersPart
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.headersPart = null;

            /**
             * PeerMessage serviceLogs.
             * @member {rouged.v1.ServiceLogs.$Properties|null|undefined} serviceLogs
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.serviceLogs = null;

            /**
             * PeerMessage serviceRunsWanted.
             * @member {rouged.v1.ServiceRunsWanted.$Properties|null|undefined} serviceRunsWanted
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.serviceRunsWanted = null;

            /**
             * PeerMessage serviceRuns.
             * @member {rouged.v1.ServiceRuns.$Properties|null|undefined} serviceRuns
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.serviceRuns = null;

            /**
             * PeerMessage serviceForward.
             * @member {rouged.v1.ServiceForward.$Properties|null|undefined} serviceForward
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.serviceForward = null;

            /**
             * PeerMessage serviceForwarded.
             * @member {rouged.v1.ServiceForwarded.$Properties|null|undefined} serviceForwarded
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            PeerMessage.prototype.serviceForwarded = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * PeerMessage message.
             * @member {"introduction"|"status"|"compactBlock"|"blockOffer"|"compactBlockWanted"|"blockTransactionsWanted"|"blockTransactions"|"blocksWanted"|"blockPart"|"blocksEnd"|"votes"|"votesWanted"|"certificate"|"certificateWanted"|"signedByWanted"|"signedByAnswer"|"inventory"|"transactionsWanted"|"transactions"|"handover"|"handoverAnswer"|"peersWanted"|"peers"|"evidence"|"ping"|"pong"|"goodbye"|"keyElsewhere"|"snapshotsWanted"|"snapshotsOffered"|"snapshotPartWanted"|"snapshotPart"|"headersWanted"|"headersPart"|"serviceLogs"|"serviceRunsWanted"|"serviceRuns"|"serviceForward"|"serviceForwarded"|undefined} message
             * @memberof rouged.v1.PeerMessage
             * @instance
             */
            $Object.defineProperty(PeerMessage.prototype, "message", {
                get: $util.oneOfGetter($oneOfFields = ["introduction", "status", "compactBlock", "blockOffer", "compactBlockWanted", "blockTransactionsWanted", "blockTransactions", "blocksWanted", "blockPart", "blocksEnd", "votes", "votesWanted", "certificate", "certificateWanted", "signedByWanted", "signedByAnswer", "inventory", "transactionsWanted", "transactions", "handover", "handoverAnswer", "peersWanted", "peers", "evidence", "ping", "pong", "goodbye", "keyElsewhere", "snapshotsWanted", "snapshotsOffered", "snapshotPartWanted", "snapshotPart", "headersWanted", "headersPart", "serviceLogs", "serviceRunsWanted", "serviceRuns", "serviceForward", "serviceForwarded"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new PeerMessage instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerMessage
             * @static
             * @param {rouged.v1.PeerMessage.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerMessage} PeerMessage instance
             * @type {{
             *   (properties: rouged.v1.PeerMessage.$Shape): rouged.v1.PeerMessage & rouged.v1.PeerMessage.$Shape;
             *   (properties?: rouged.v1.PeerMessage.$Properties): rouged.v1.PeerMessage;
             * }}
             */
            PeerMessage.create = function(properties) {
                return new PeerMessage(properties);
            };

            /**
             * Encodes the specified PeerMessage message. Does not implicitly {@link rouged.v1.PeerMessage.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerMessage
             * @static
             * @param {rouged.v1.PeerMessage.$Properties} message PeerMessage message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerMessage.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.introduction != null && $Object.hasOwnProperty.call(message, "introduction"))
                    $root.rouged.v1.PeerIntroduction.encode(message.introduction, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.status != null && $Object.hasOwnProperty.call(message, "status"))
                    $root.rouged.v1.PeerStatus.encode(message.status, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.compactBlock != null && $Object.hasOwnProperty.call(message, "compactBlock"))
                    $root.rouged.v1.CompactBlock.encode(message.compactBlock, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.blockOffer != null && $Object.hasOwnProperty.call(message, "blockOffer"))
                    $root.rouged.v1.BlockOffer.encode(message.blockOffer, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.compactBlockWanted != null && $Object.hasOwnProperty.call(message, "compactBlockWanted"))
                    $root.rouged.v1.CompactBlockWanted.encode(message.compactBlockWanted, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.blockTransactionsWanted != null && $Object.hasOwnProperty.call(message, "blockTransactionsWanted"))
                    $root.rouged.v1.BlockTransactionsWanted.encode(message.blockTransactionsWanted, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.blockTransactions != null && $Object.hasOwnProperty.call(message, "blockTransactions"))
                    $root.rouged.v1.BlockTransactions.encode(message.blockTransactions, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.blocksWanted != null && $Object.hasOwnProperty.call(message, "blocksWanted"))
                    $root.rouged.v1.BlocksWanted.encode(message.blocksWanted, writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
                if (message.blockPart != null && $Object.hasOwnProperty.call(message, "blockPart"))
                    $root.rouged.v1.BlockPart.encode(message.blockPart, writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
                if (message.blocksEnd != null && $Object.hasOwnProperty.call(message, "blocksEnd"))
                    $root.rouged.v1.BlocksEnd.encode(message.blocksEnd, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
                if (message.votes != null && $Object.hasOwnProperty.call(message, "votes"))
                    $root.rouged.v1.PeerVotes.encode(message.votes, writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
                if (message.votesWanted != null && $Object.hasOwnProperty.call(message, "votesWanted"))
                    $root.rouged.v1.VotesWanted.encode(message.votesWanted, writer.uint32(/* id 12, wireType 2 =*/98).fork(), _depth + 1).ldelim();
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate"))
                    $root.rouged.v1.PeerCertificate.encode(message.certificate, writer.uint32(/* id 13, wireType 2 =*/106).fork(), _depth + 1).ldelim();
                if (message.certificateWanted != null && $Object.hasOwnProperty.call(message, "certificateWanted"))
                    $root.rouged.v1.CertificateWanted.encode(message.certificateWanted, writer.uint32(/* id 14, wireType 2 =*/114).fork(), _depth + 1).ldelim();
                if (message.signedByWanted != null && $Object.hasOwnProperty.call(message, "signedByWanted"))
                    $root.rouged.v1.SignedByWanted.encode(message.signedByWanted, writer.uint32(/* id 15, wireType 2 =*/122).fork(), _depth + 1).ldelim();
                if (message.signedByAnswer != null && $Object.hasOwnProperty.call(message, "signedByAnswer"))
                    $root.rouged.v1.SignedByAnswer.encode(message.signedByAnswer, writer.uint32(/* id 16, wireType 2 =*/130).fork(), _depth + 1).ldelim();
                if (message.inventory != null && $Object.hasOwnProperty.call(message, "inventory"))
                    $root.rouged.v1.TransactionInventory.encode(message.inventory, writer.uint32(/* id 17, wireType 2 =*/138).fork(), _depth + 1).ldelim();
                if (message.transactionsWanted != null && $Object.hasOwnProperty.call(message, "transactionsWanted"))
                    $root.rouged.v1.TransactionsWanted.encode(message.transactionsWanted, writer.uint32(/* id 18, wireType 2 =*/146).fork(), _depth + 1).ldelim();
                if (message.transactions != null && $Object.hasOwnProperty.call(message, "transactions"))
                    $root.rouged.v1.PeerTransactions.encode(message.transactions, writer.uint32(/* id 19, wireType 2 =*/154).fork(), _depth + 1).ldelim();
                if (message.handover != null && $Object.hasOwnProperty.call(message, "handover"))
                    $root.rouged.v1.Handover.encode(message.handover, writer.uint32(/* id 20, wireType 2 =*/162).fork(), _depth + 1).ldelim();
                if (message.handoverAnswer != null && $Object.hasOwnProperty.call(message, "handoverAnswer"))
                    $root.rouged.v1.HandoverAnswer.encode(message.handoverAnswer, writer.uint32(/* id 21, wireType 2 =*/170).fork(), _depth + 1).ldelim();
                if (message.peersWanted != null && $Object.hasOwnProperty.call(message, "peersWanted"))
                    $root.rouged.v1.PeersWanted.encode(message.peersWanted, writer.uint32(/* id 22, wireType 2 =*/178).fork(), _depth + 1).ldelim();
                if (message.peers != null && $Object.hasOwnProperty.call(message, "peers"))
                    $root.rouged.v1.PeerAddresses.encode(message.peers, writer.uint32(/* id 23, wireType 2 =*/186).fork(), _depth + 1).ldelim();
                if (message.evidence != null && $Object.hasOwnProperty.call(message, "evidence"))
                    $root.rouged.v1.PeerEvidence.encode(message.evidence, writer.uint32(/* id 24, wireType 2 =*/194).fork(), _depth + 1).ldelim();
                if (message.ping != null && $Object.hasOwnProperty.call(message, "ping"))
                    $root.rouged.v1.Ping.encode(message.ping, writer.uint32(/* id 25, wireType 2 =*/202).fork(), _depth + 1).ldelim();
                if (message.pong != null && $Object.hasOwnProperty.call(message, "pong"))
                    $root.rouged.v1.Pong.encode(message.pong, writer.uint32(/* id 26, wireType 2 =*/210).fork(), _depth + 1).ldelim();
                if (message.goodbye != null && $Object.hasOwnProperty.call(message, "goodbye"))
                    $root.rouged.v1.Goodbye.encode(message.goodbye, writer.uint32(/* id 27, wireType 2 =*/218).fork(), _depth + 1).ldelim();
                if (message.keyElsewhere != null && $Object.hasOwnProperty.call(message, "keyElsewhere"))
                    $root.rouged.v1.KeyElsewhere.encode(message.keyElsewhere, writer.uint32(/* id 28, wireType 2 =*/226).fork(), _depth + 1).ldelim();
                if (message.snapshotsWanted != null && $Object.hasOwnProperty.call(message, "snapshotsWanted"))
                    $root.rouged.v1.SnapshotsWanted.encode(message.snapshotsWanted, writer.uint32(/* id 29, wireType 2 =*/234).fork(), _depth + 1).ldelim();
                if (message.snapshotsOffered != null && $Object.hasOwnProperty.call(message, "snapshotsOffered"))
                    $root.rouged.v1.SnapshotsOffered.encode(message.snapshotsOffered, writer.uint32(/* id 30, wireType 2 =*/242).fork(), _depth + 1).ldelim();
                if (message.snapshotPartWanted != null && $Object.hasOwnProperty.call(message, "snapshotPartWanted"))
                    $root.rouged.v1.SnapshotPartWanted.encode(message.snapshotPartWanted, writer.uint32(/* id 31, wireType 2 =*/250).fork(), _depth + 1).ldelim();
                if (message.snapshotPart != null && $Object.hasOwnProperty.call(message, "snapshotPart"))
                    $root.rouged.v1.SnapshotPart.encode(message.snapshotPart, writer.uint32(/* id 32, wireType 2 =*/258).fork(), _depth + 1).ldelim();
                if (message.headersWanted != null && $Object.hasOwnProperty.call(message, "headersWanted"))
                    $root.rouged.v1.HeadersWanted.encode(message.headersWanted, writer.uint32(/* id 33, wireType 2 =*/266).fork(), _depth + 1).ldelim();
                if (message.headersPart != null && $Object.hasOwnProperty.call(message, "headersPart"))
                    $root.rouged.v1.HeadersPart.encode(message.headersPart, writer.uint32(/* id 34, wireType 2 =*/274).fork(), _depth + 1).ldelim();
                if (message.serviceLogs != null && $Object.hasOwnProperty.call(message, "serviceLogs"))
                    $root.rouged.v1.ServiceLogs.encode(message.serviceLogs, writer.uint32(/* id 35, wireType 2 =*/282).fork(), _depth + 1).ldelim();
                if (message.serviceRunsWanted != null && $Object.hasOwnProperty.call(message, "serviceRunsWanted"))
                    $root.rouged.v1.ServiceRunsWanted.encode(message.serviceRunsWanted, writer.uint32(/* id 36, wireType 2 =*/290).fork(), _depth + 1).ldelim();
                if (message.serviceRuns != null && $Object.hasOwnProperty.call(message, "serviceRuns"))
                    $root.rouged.v1.ServiceRuns.encode(message.serviceRuns, writer.uint32(/* id 37, wireType 2 =*/298).fork(), _depth + 1).ldelim();
                if (message.serviceForward != null && $Object.hasOwnProperty.call(message, "serviceForward"))
                    $root.rouged.v1.ServiceForward.encode(message.serviceForward, writer.uint32(/* id 38, wireType 2 =*/306).fork(), _depth + 1).ldelim();
                if (message.serviceForwarded != null && $Object.hasOwnProperty.call(message, "serviceForwarded"))
                    $root.rouged.v1.ServiceForwarded.encode(message.serviceForwarded, writer.uint32(/* id 39, wireType 2 =*/314).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerMessage message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerMessage
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerMessage & rouged.v1.PeerMessage.$Shape} PeerMessage
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerMessage.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerMessage();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.introduction = $root.rouged.v1.PeerIntroduction.decode(reader, reader.size(), $undefined, _depth + 1, message.introduction);
                            message.message = "introduction";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.status = $root.rouged.v1.PeerStatus.decode(reader, reader.size(), $undefined, _depth + 1, message.status);
                            message.message = "status";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.compactBlock = $root.rouged.v1.CompactBlock.decode(reader, reader.size(), $undefined, _depth + 1, message.compactBlock);
                            message.message = "compactBlock";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.blockOffer = $root.rouged.v1.BlockOffer.decode(reader, reader.size(), $undefined, _depth + 1, message.blockOffer);
                            message.message = "blockOffer";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.compactBlockWanted = $root.rouged.v1.CompactBlockWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.compactBlockWanted);
                            message.message = "compactBlockWanted";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.blockTransactionsWanted = $root.rouged.v1.BlockTransactionsWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.blockTransactionsWanted);
                            message.message = "blockTransactionsWanted";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.blockTransactions = $root.rouged.v1.BlockTransactions.decode(reader, reader.size(), $undefined, _depth + 1, message.blockTransactions);
                            message.message = "blockTransactions";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.blocksWanted = $root.rouged.v1.BlocksWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.blocksWanted);
                            message.message = "blocksWanted";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.blockPart = $root.rouged.v1.BlockPart.decode(reader, reader.size(), $undefined, _depth + 1, message.blockPart);
                            message.message = "blockPart";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.blocksEnd = $root.rouged.v1.BlocksEnd.decode(reader, reader.size(), $undefined, _depth + 1, message.blocksEnd);
                            message.message = "blocksEnd";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.votes = $root.rouged.v1.PeerVotes.decode(reader, reader.size(), $undefined, _depth + 1, message.votes);
                            message.message = "votes";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.votesWanted = $root.rouged.v1.VotesWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.votesWanted);
                            message.message = "votesWanted";
                            continue;
                        }
                    case 13: {
                            if (wireType !== 2)
                                break;
                            message.certificate = $root.rouged.v1.PeerCertificate.decode(reader, reader.size(), $undefined, _depth + 1, message.certificate);
                            message.message = "certificate";
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            message.certificateWanted = $root.rouged.v1.CertificateWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.certificateWanted);
                            message.message = "certificateWanted";
                            continue;
                        }
                    case 15: {
                            if (wireType !== 2)
                                break;
                            message.signedByWanted = $root.rouged.v1.SignedByWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.signedByWanted);
                            message.message = "signedByWanted";
                            continue;
                        }
                    case 16: {
                            if (wireType !== 2)
                                break;
                            message.signedByAnswer = $root.rouged.v1.SignedByAnswer.decode(reader, reader.size(), $undefined, _depth + 1, message.signedByAnswer);
                            message.message = "signedByAnswer";
                            continue;
                        }
                    case 17: {
                            if (wireType !== 2)
                                break;
                            message.inventory = $root.rouged.v1.TransactionInventory.decode(reader, reader.size(), $undefined, _depth + 1, message.inventory);
                            message.message = "inventory";
                            continue;
                        }
                    case 18: {
                            if (wireType !== 2)
                                break;
                            message.transactionsWanted = $root.rouged.v1.TransactionsWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.transactionsWanted);
                            message.message = "transactionsWanted";
                            continue;
                        }
                    case 19: {
                            if (wireType !== 2)
                                break;
                            message.transactions = $root.rouged.v1.PeerTransactions.decode(reader, reader.size(), $undefined, _depth + 1, message.transactions);
                            message.message = "transactions";
                            continue;
                        }
                    case 20: {
                            if (wireType !== 2)
                                break;
                            message.handover = $root.rouged.v1.Handover.decode(reader, reader.size(), $undefined, _depth + 1, message.handover);
                            message.message = "handover";
                            continue;
                        }
                    case 21: {
                            if (wireType !== 2)
                                break;
                            message.handoverAnswer = $root.rouged.v1.HandoverAnswer.decode(reader, reader.size(), $undefined, _depth + 1, message.handoverAnswer);
                            message.message = "handoverAnswer";
                            continue;
                        }
                    case 22: {
                            if (wireType !== 2)
                                break;
                            message.peersWanted = $root.rouged.v1.PeersWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.peersWanted);
                            message.message = "peersWanted";
                            continue;
                        }
                    case 23: {
                            if (wireType !== 2)
                                break;
                            message.peers = $root.rouged.v1.PeerAddresses.decode(reader, reader.size(), $undefined, _depth + 1, message.peers);
                            message.message = "peers";
                            continue;
                        }
                    case 24: {
                            if (wireType !== 2)
                                break;
                            message.evidence = $root.rouged.v1.PeerEvidence.decode(reader, reader.size(), $undefined, _depth + 1, message.evidence);
                            message.message = "evidence";
                            continue;
                        }
                    case 25: {
                            if (wireType !== 2)
                                break;
                            message.ping = $root.rouged.v1.Ping.decode(reader, reader.size(), $undefined, _depth + 1, message.ping);
                            message.message = "ping";
                            continue;
                        }
                    case 26: {
                            if (wireType !== 2)
                                break;
                            message.pong = $root.rouged.v1.Pong.decode(reader, reader.size(), $undefined, _depth + 1, message.pong);
                            message.message = "pong";
                            continue;
                        }
                    case 27: {
                            if (wireType !== 2)
                                break;
                            message.goodbye = $root.rouged.v1.Goodbye.decode(reader, reader.size(), $undefined, _depth + 1, message.goodbye);
                            message.message = "goodbye";
                            continue;
                        }
                    case 28: {
                            if (wireType !== 2)
                                break;
                            message.keyElsewhere = $root.rouged.v1.KeyElsewhere.decode(reader, reader.size(), $undefined, _depth + 1, message.keyElsewhere);
                            message.message = "keyElsewhere";
                            continue;
                        }
                    case 29: {
                            if (wireType !== 2)
                                break;
                            message.snapshotsWanted = $root.rouged.v1.SnapshotsWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.snapshotsWanted);
                            message.message = "snapshotsWanted";
                            continue;
                        }
                    case 30: {
                            if (wireType !== 2)
                                break;
                            message.snapshotsOffered = $root.rouged.v1.SnapshotsOffered.decode(reader, reader.size(), $undefined, _depth + 1, message.snapshotsOffered);
                            message.message = "snapshotsOffered";
                            continue;
                        }
                    case 31: {
                            if (wireType !== 2)
                                break;
                            message.snapshotPartWanted = $root.rouged.v1.SnapshotPartWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.snapshotPartWanted);
                            message.message = "snapshotPartWanted";
                            continue;
                        }
                    case 32: {
                            if (wireType !== 2)
                                break;
                            message.snapshotPart = $root.rouged.v1.SnapshotPart.decode(reader, reader.size(), $undefined, _depth + 1, message.snapshotPart);
                            message.message = "snapshotPart";
                            continue;
                        }
                    case 33: {
                            if (wireType !== 2)
                                break;
                            message.headersWanted = $root.rouged.v1.HeadersWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.headersWanted);
                            message.message = "headersWanted";
                            continue;
                        }
                    case 34: {
                            if (wireType !== 2)
                                break;
                            message.headersPart = $root.rouged.v1.HeadersPart.decode(reader, reader.size(), $undefined, _depth + 1, message.headersPart);
                            message.message = "headersPart";
                            continue;
                        }
                    case 35: {
                            if (wireType !== 2)
                                break;
                            message.serviceLogs = $root.rouged.v1.ServiceLogs.decode(reader, reader.size(), $undefined, _depth + 1, message.serviceLogs);
                            message.message = "serviceLogs";
                            continue;
                        }
                    case 36: {
                            if (wireType !== 2)
                                break;
                            message.serviceRunsWanted = $root.rouged.v1.ServiceRunsWanted.decode(reader, reader.size(), $undefined, _depth + 1, message.serviceRunsWanted);
                            message.message = "serviceRunsWanted";
                            continue;
                        }
                    case 37: {
                            if (wireType !== 2)
                                break;
                            message.serviceRuns = $root.rouged.v1.ServiceRuns.decode(reader, reader.size(), $undefined, _depth + 1, message.serviceRuns);
                            message.message = "serviceRuns";
                            continue;
                        }
                    case 38: {
                            if (wireType !== 2)
                                break;
                            message.serviceForward = $root.rouged.v1.ServiceForward.decode(reader, reader.size(), $undefined, _depth + 1, message.serviceForward);
                            message.message = "serviceForward";
                            continue;
                        }
                    case 39: {
                            if (wireType !== 2)
                                break;
                            message.serviceForwarded = $root.rouged.v1.ServiceForwarded.decode(reader, reader.size(), $undefined, _depth + 1, message.serviceForwarded);
                            message.message = "serviceForwarded";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerMessage;
        })();

        v1.PeerIntroduction = (function() {

            /**
             * Properties of a PeerIntroduction.
             * @typedef {Object} rouged.v1.PeerIntroduction.$Properties
             * @property {Uint8Array|null} [instance] PeerIntroduction instance
             * @property {Uint8Array|null} [salt] PeerIntroduction salt
             * @property {string|null} [url] PeerIntroduction url
             * @property {string|null} [name] PeerIntroduction name
             * @property {string|null} [version] PeerIntroduction version
             * @property {number|null} [ageMs] PeerIntroduction ageMs
             * @property {rouged.v1.PeerStatus.$Properties|null} [status] PeerIntroduction status
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerIntroduction.
             * @memberof rouged.v1
             * @interface IPeerIntroduction
             * @augments rouged.v1.PeerIntroduction.$Properties
             * @deprecated Use rouged.v1.PeerIntroduction.$Properties instead.
             */

            /**
             * Shape of a PeerIntroduction.
             * @typedef {rouged.v1.PeerIntroduction.$Properties} rouged.v1.PeerIntroduction.$Shape
             */

            /**
             * Constructs a new PeerIntroduction.
             * @memberof rouged.v1
             * @classdesc Represents a PeerIntroduction.
             * @constructor
             * @param {rouged.v1.PeerIntroduction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerIntroduction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerIntroduction instance.
             * @member {Uint8Array} instance
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.instance = $util.newBuffer([]);

            /**
             * PeerIntroduction salt.
             * @member {Uint8Array} salt
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.salt = $util.newBuffer([]);

            /**
             * PeerIntroduction url.
             * @member {string} url
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.url = "";

            /**
             * PeerIntroduction name.
             * @member {string} name
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.name = "";

            /**
             * PeerIntroduction version.
             * @member {string} version
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.version = "";

            /**
             * PeerIntroduction ageMs.
             * @member {number} ageMs
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.ageMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PeerIntroduction status.
             * @member {rouged.v1.PeerStatus.$Properties|null|undefined} status
             * @memberof rouged.v1.PeerIntroduction
             * @instance
             */
            PeerIntroduction.prototype.status = null;

            /**
             * Creates a new PeerIntroduction instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerIntroduction
             * @static
             * @param {rouged.v1.PeerIntroduction.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerIntroduction} PeerIntroduction instance
             * @type {{
             *   (properties: rouged.v1.PeerIntroduction.$Shape): rouged.v1.PeerIntroduction & rouged.v1.PeerIntroduction.$Shape;
             *   (properties?: rouged.v1.PeerIntroduction.$Properties): rouged.v1.PeerIntroduction;
             * }}
             */
            PeerIntroduction.create = function(properties) {
                return new PeerIntroduction(properties);
            };

            /**
             * Encodes the specified PeerIntroduction message. Does not implicitly {@link rouged.v1.PeerIntroduction.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerIntroduction
             * @static
             * @param {rouged.v1.PeerIntroduction.$Properties} message PeerIntroduction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerIntroduction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.instance != null && $Object.hasOwnProperty.call(message, "instance") && message.instance.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.instance);
                if (message.salt != null && $Object.hasOwnProperty.call(message, "salt") && message.salt.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.salt);
                if (message.url != null && $Object.hasOwnProperty.call(message, "url") && message.url !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.url);
                if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.name);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.version);
                if (message.ageMs != null && $Object.hasOwnProperty.call(message, "ageMs") && (typeof message.ageMs === "object" ? message.ageMs.low || message.ageMs.high : message.ageMs !== 0))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.ageMs);
                if (message.status != null && $Object.hasOwnProperty.call(message, "status"))
                    $root.rouged.v1.PeerStatus.encode(message.status, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerIntroduction message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerIntroduction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerIntroduction & rouged.v1.PeerIntroduction.$Shape} PeerIntroduction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerIntroduction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerIntroduction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.instance = value;
                            else
                                delete message.instance;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.salt = value;
                            else
                                delete message.salt;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.url = value;
                            else
                                delete message.url;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.name = value;
                            else
                                delete message.name;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.ageMs = value;
                            else
                                delete message.ageMs;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.status = $root.rouged.v1.PeerStatus.decode(reader, reader.size(), $undefined, _depth + 1, message.status);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerIntroduction;
        })();

        v1.PeerStatus = (function() {

            /**
             * Properties of a PeerStatus.
             * @typedef {Object} rouged.v1.PeerStatus.$Properties
             * @property {number|null} [height] PeerStatus height
             * @property {Uint8Array|null} [hash] PeerStatus hash
             * @property {number|null} [proposerDistance] PeerStatus proposerDistance
             * @property {boolean|null} [producing] PeerStatus producing
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerStatus.
             * @memberof rouged.v1
             * @interface IPeerStatus
             * @augments rouged.v1.PeerStatus.$Properties
             * @deprecated Use rouged.v1.PeerStatus.$Properties instead.
             */

            /**
             * Shape of a PeerStatus.
             * @typedef {rouged.v1.PeerStatus.$Properties} rouged.v1.PeerStatus.$Shape
             */

            /**
             * Constructs a new PeerStatus.
             * @memberof rouged.v1
             * @classdesc Represents a PeerStatus.
             * @constructor
             * @param {rouged.v1.PeerStatus.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerStatus = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerStatus height.
             * @member {number} height
             * @memberof rouged.v1.PeerStatus
             * @instance
             */
            PeerStatus.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PeerStatus hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.PeerStatus
             * @instance
             */
            PeerStatus.prototype.hash = $util.newBuffer([]);

            /**
             * PeerStatus proposerDistance.
             * @member {number} proposerDistance
             * @memberof rouged.v1.PeerStatus
             * @instance
             */
            PeerStatus.prototype.proposerDistance = 0;

            /**
             * PeerStatus producing.
             * @member {boolean} producing
             * @memberof rouged.v1.PeerStatus
             * @instance
             */
            PeerStatus.prototype.producing = false;

            /**
             * Creates a new PeerStatus instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerStatus
             * @static
             * @param {rouged.v1.PeerStatus.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerStatus} PeerStatus instance
             * @type {{
             *   (properties: rouged.v1.PeerStatus.$Shape): rouged.v1.PeerStatus & rouged.v1.PeerStatus.$Shape;
             *   (properties?: rouged.v1.PeerStatus.$Properties): rouged.v1.PeerStatus;
             * }}
             */
            PeerStatus.create = function(properties) {
                return new PeerStatus(properties);
            };

            /**
             * Encodes the specified PeerStatus message. Does not implicitly {@link rouged.v1.PeerStatus.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerStatus
             * @static
             * @param {rouged.v1.PeerStatus.$Properties} message PeerStatus message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerStatus.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
                if (message.proposerDistance != null && $Object.hasOwnProperty.call(message, "proposerDistance") && message.proposerDistance !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.proposerDistance);
                if (message.producing != null && $Object.hasOwnProperty.call(message, "producing") && message.producing !== false)
                    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.producing);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerStatus message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerStatus
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerStatus & rouged.v1.PeerStatus.$Shape} PeerStatus
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerStatus.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerStatus();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.proposerDistance = value;
                            else
                                delete message.proposerDistance;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.producing = value;
                            else
                                delete message.producing;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerStatus;
        })();

        v1.CompactBlock = (function() {

            /**
             * Properties of a CompactBlock.
             * @typedef {Object} rouged.v1.CompactBlock.$Properties
             * @property {Uint8Array|null} [header] CompactBlock header
             * @property {Uint8Array|null} [proposerSignature] CompactBlock proposerSignature
             * @property {rouged.v1.PeerCertificate.$Properties|null} [parentCertificate] CompactBlock parentCertificate
             * @property {Uint8Array|null} [shortIds] CompactBlock shortIds
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a CompactBlock.
             * @memberof rouged.v1
             * @interface ICompactBlock
             * @augments rouged.v1.CompactBlock.$Properties
             * @deprecated Use rouged.v1.CompactBlock.$Properties instead.
             */

            /**
             * Shape of a CompactBlock.
             * @typedef {rouged.v1.CompactBlock.$Properties} rouged.v1.CompactBlock.$Shape
             */

            /**
             * Constructs a new CompactBlock.
             * @memberof rouged.v1
             * @classdesc Represents a CompactBlock.
             * @constructor
             * @param {rouged.v1.CompactBlock.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const CompactBlock = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * CompactBlock header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.CompactBlock
             * @instance
             */
            CompactBlock.prototype.header = $util.newBuffer([]);

            /**
             * CompactBlock proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.CompactBlock
             * @instance
             */
            CompactBlock.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * CompactBlock parentCertificate.
             * @member {rouged.v1.PeerCertificate.$Properties|null|undefined} parentCertificate
             * @memberof rouged.v1.CompactBlock
             * @instance
             */
            CompactBlock.prototype.parentCertificate = null;

            /**
             * CompactBlock shortIds.
             * @member {Uint8Array} shortIds
             * @memberof rouged.v1.CompactBlock
             * @instance
             */
            CompactBlock.prototype.shortIds = $util.newBuffer([]);

            /**
             * Creates a new CompactBlock instance using the specified properties.
             * @function create
             * @memberof rouged.v1.CompactBlock
             * @static
             * @param {rouged.v1.CompactBlock.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.CompactBlock} CompactBlock instance
             * @type {{
             *   (properties: rouged.v1.CompactBlock.$Shape): rouged.v1.CompactBlock & rouged.v1.CompactBlock.$Shape;
             *   (properties?: rouged.v1.CompactBlock.$Properties): rouged.v1.CompactBlock;
             * }}
             */
            CompactBlock.create = function(properties) {
                return new CompactBlock(properties);
            };

            /**
             * Encodes the specified CompactBlock message. Does not implicitly {@link rouged.v1.CompactBlock.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.CompactBlock
             * @static
             * @param {rouged.v1.CompactBlock.$Properties} message CompactBlock message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CompactBlock.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.parentCertificate != null && $Object.hasOwnProperty.call(message, "parentCertificate"))
                    $root.rouged.v1.PeerCertificate.encode(message.parentCertificate, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.shortIds != null && $Object.hasOwnProperty.call(message, "shortIds") && message.shortIds.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.shortIds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a CompactBlock message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.CompactBlock
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.CompactBlock & rouged.v1.CompactBlock.$Shape} CompactBlock
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            CompactBlock.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.CompactBlock();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.parentCertificate = $root.rouged.v1.PeerCertificate.decode(reader, reader.size(), $undefined, _depth + 1, message.parentCertificate);
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.shortIds = value;
                            else
                                delete message.shortIds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return CompactBlock;
        })();

        v1.BlockOffer = (function() {

            /**
             * Properties of a BlockOffer.
             * @typedef {Object} rouged.v1.BlockOffer.$Properties
             * @property {number|null} [height] BlockOffer height
             * @property {Uint8Array|null} [hash] BlockOffer hash
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlockOffer.
             * @memberof rouged.v1
             * @interface IBlockOffer
             * @augments rouged.v1.BlockOffer.$Properties
             * @deprecated Use rouged.v1.BlockOffer.$Properties instead.
             */

            /**
             * Shape of a BlockOffer.
             * @typedef {rouged.v1.BlockOffer.$Properties} rouged.v1.BlockOffer.$Shape
             */

            /**
             * Constructs a new BlockOffer.
             * @memberof rouged.v1
             * @classdesc Represents a BlockOffer.
             * @constructor
             * @param {rouged.v1.BlockOffer.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlockOffer = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlockOffer height.
             * @member {number} height
             * @memberof rouged.v1.BlockOffer
             * @instance
             */
            BlockOffer.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockOffer hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.BlockOffer
             * @instance
             */
            BlockOffer.prototype.hash = $util.newBuffer([]);

            /**
             * Creates a new BlockOffer instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlockOffer
             * @static
             * @param {rouged.v1.BlockOffer.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlockOffer} BlockOffer instance
             * @type {{
             *   (properties: rouged.v1.BlockOffer.$Shape): rouged.v1.BlockOffer & rouged.v1.BlockOffer.$Shape;
             *   (properties?: rouged.v1.BlockOffer.$Properties): rouged.v1.BlockOffer;
             * }}
             */
            BlockOffer.create = function(properties) {
                return new BlockOffer(properties);
            };

            /**
             * Encodes the specified BlockOffer message. Does not implicitly {@link rouged.v1.BlockOffer.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlockOffer
             * @static
             * @param {rouged.v1.BlockOffer.$Properties} message BlockOffer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlockOffer.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlockOffer message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlockOffer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlockOffer & rouged.v1.BlockOffer.$Shape} BlockOffer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlockOffer.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlockOffer();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockOffer;
        })();

        v1.CompactBlockWanted = (function() {

            /**
             * Properties of a CompactBlockWanted.
             * @typedef {Object} rouged.v1.CompactBlockWanted.$Properties
             * @property {Uint8Array|null} [hash] CompactBlockWanted hash
             * @property {boolean|null} [wholeCertificate] CompactBlockWanted wholeCertificate
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a CompactBlockWanted.
             * @memberof rouged.v1
             * @interface ICompactBlockWanted
             * @augments rouged.v1.CompactBlockWanted.$Properties
             * @deprecated Use rouged.v1.CompactBlockWanted.$Properties instead.
             */

            /**
             * Shape of a CompactBlockWanted.
             * @typedef {rouged.v1.CompactBlockWanted.$Properties} rouged.v1.CompactBlockWanted.$Shape
             */

            /**
             * Constructs a new CompactBlockWanted.
             * @memberof rouged.v1
             * @classdesc Represents a CompactBlockWanted.
             * @constructor
             * @param {rouged.v1.CompactBlockWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const CompactBlockWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * CompactBlockWanted hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.CompactBlockWanted
             * @instance
             */
            CompactBlockWanted.prototype.hash = $util.newBuffer([]);

            /**
             * CompactBlockWanted wholeCertificate.
             * @member {boolean} wholeCertificate
             * @memberof rouged.v1.CompactBlockWanted
             * @instance
             */
            CompactBlockWanted.prototype.wholeCertificate = false;

            /**
             * Creates a new CompactBlockWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.CompactBlockWanted
             * @static
             * @param {rouged.v1.CompactBlockWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.CompactBlockWanted} CompactBlockWanted instance
             * @type {{
             *   (properties: rouged.v1.CompactBlockWanted.$Shape): rouged.v1.CompactBlockWanted & rouged.v1.CompactBlockWanted.$Shape;
             *   (properties?: rouged.v1.CompactBlockWanted.$Properties): rouged.v1.CompactBlockWanted;
             * }}
             */
            CompactBlockWanted.create = function(properties) {
                return new CompactBlockWanted(properties);
            };

            /**
             * Encodes the specified CompactBlockWanted message. Does not implicitly {@link rouged.v1.CompactBlockWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.CompactBlockWanted
             * @static
             * @param {rouged.v1.CompactBlockWanted.$Properties} message CompactBlockWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CompactBlockWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.hash);
                if (message.wholeCertificate != null && $Object.hasOwnProperty.call(message, "wholeCertificate") && message.wholeCertificate !== false)
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.wholeCertificate);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a CompactBlockWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.CompactBlockWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.CompactBlockWanted & rouged.v1.CompactBlockWanted.$Shape} CompactBlockWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            CompactBlockWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.CompactBlockWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.wholeCertificate = value;
                            else
                                delete message.wholeCertificate;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return CompactBlockWanted;
        })();

        v1.BlockTransactionsWanted = (function() {

            /**
             * Properties of a BlockTransactionsWanted.
             * @typedef {Object} rouged.v1.BlockTransactionsWanted.$Properties
             * @property {number|null} [request] BlockTransactionsWanted request
             * @property {Uint8Array|null} [hash] BlockTransactionsWanted hash
             * @property {Array.<number>|null} [gaps] BlockTransactionsWanted gaps
             * @property {boolean|null} [all] BlockTransactionsWanted all
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlockTransactionsWanted.
             * @memberof rouged.v1
             * @interface IBlockTransactionsWanted
             * @augments rouged.v1.BlockTransactionsWanted.$Properties
             * @deprecated Use rouged.v1.BlockTransactionsWanted.$Properties instead.
             */

            /**
             * Shape of a BlockTransactionsWanted.
             * @typedef {rouged.v1.BlockTransactionsWanted.$Properties} rouged.v1.BlockTransactionsWanted.$Shape
             */

            /**
             * Constructs a new BlockTransactionsWanted.
             * @memberof rouged.v1
             * @classdesc Represents a BlockTransactionsWanted.
             * @constructor
             * @param {rouged.v1.BlockTransactionsWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlockTransactionsWanted = function (properties) {
                this.gaps = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlockTransactionsWanted request.
             * @member {number} request
             * @memberof rouged.v1.BlockTransactionsWanted
             * @instance
             */
            BlockTransactionsWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockTransactionsWanted hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.BlockTransactionsWanted
             * @instance
             */
            BlockTransactionsWanted.prototype.hash = $util.newBuffer([]);

            /**
             * BlockTransactionsWanted gaps.
             * @member {Array.<number>} gaps
             * @memberof rouged.v1.BlockTransactionsWanted
             * @instance
             */
            BlockTransactionsWanted.prototype.gaps = $util.emptyArray;

            /**
             * BlockTransactionsWanted all.
             * @member {boolean} all
             * @memberof rouged.v1.BlockTransactionsWanted
             * @instance
             */
            BlockTransactionsWanted.prototype.all = false;

            /**
             * Creates a new BlockTransactionsWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlockTransactionsWanted
             * @static
             * @param {rouged.v1.BlockTransactionsWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlockTransactionsWanted} BlockTransactionsWanted instance
             * @type {{
             *   (properties: rouged.v1.BlockTransactionsWanted.$Shape): rouged.v1.BlockTransactionsWanted & rouged.v1.BlockTransactionsWanted.$Shape;
             *   (properties?: rouged.v1.BlockTransactionsWanted.$Properties): rouged.v1.BlockTransactionsWanted;
             * }}
             */
            BlockTransactionsWanted.create = function(properties) {
                return new BlockTransactionsWanted(properties);
            };

            /**
             * Encodes the specified BlockTransactionsWanted message. Does not implicitly {@link rouged.v1.BlockTransactionsWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlockTransactionsWanted
             * @static
             * @param {rouged.v1.BlockTransactionsWanted.$Properties} message BlockTransactionsWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlockTransactionsWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
                if (message.gaps != null && message.gaps.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).uint32s(message.gaps);
                if (message.all != null && $Object.hasOwnProperty.call(message, "all") && message.all !== false)
                    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.all);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlockTransactionsWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlockTransactionsWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlockTransactionsWanted & rouged.v1.BlockTransactionsWanted.$Shape} BlockTransactionsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlockTransactionsWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlockTransactionsWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    case 3: {
                            if (wireType === 2) {
                                if (!(message.gaps && message.gaps.length))
                                    message.gaps = [];
                                reader.uint32s(message.gaps);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.gaps && message.gaps.length))
                                message.gaps = [];
                            message.gaps.push(reader.uint32());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.all = value;
                            else
                                delete message.all;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockTransactionsWanted;
        })();

        v1.BlockTransactions = (function() {

            /**
             * Properties of a BlockTransactions.
             * @typedef {Object} rouged.v1.BlockTransactions.$Properties
             * @property {number|null} [request] BlockTransactions request
             * @property {number|null} [first] BlockTransactions first
             * @property {Array.<rouged.v1.Transaction.$Properties>|null} [transactions] BlockTransactions transactions
             * @property {boolean|null} [unknown] BlockTransactions unknown
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlockTransactions.
             * @memberof rouged.v1
             * @interface IBlockTransactions
             * @augments rouged.v1.BlockTransactions.$Properties
             * @deprecated Use rouged.v1.BlockTransactions.$Properties instead.
             */

            /**
             * Shape of a BlockTransactions.
             * @typedef {rouged.v1.BlockTransactions.$Properties} rouged.v1.BlockTransactions.$Shape
             */

            /**
             * Constructs a new BlockTransactions.
             * @memberof rouged.v1
             * @classdesc Represents a BlockTransactions.
             * @constructor
             * @param {rouged.v1.BlockTransactions.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlockTransactions = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlockTransactions request.
             * @member {number} request
             * @memberof rouged.v1.BlockTransactions
             * @instance
             */
            BlockTransactions.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockTransactions first.
             * @member {number} first
             * @memberof rouged.v1.BlockTransactions
             * @instance
             */
            BlockTransactions.prototype.first = 0;

            /**
             * BlockTransactions transactions.
             * @member {Array.<rouged.v1.Transaction.$Properties>} transactions
             * @memberof rouged.v1.BlockTransactions
             * @instance
             */
            BlockTransactions.prototype.transactions = $util.emptyArray;

            /**
             * BlockTransactions unknown.
             * @member {boolean} unknown
             * @memberof rouged.v1.BlockTransactions
             * @instance
             */
            BlockTransactions.prototype.unknown = false;

            /**
             * Creates a new BlockTransactions instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlockTransactions
             * @static
             * @param {rouged.v1.BlockTransactions.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlockTransactions} BlockTransactions instance
             * @type {{
             *   (properties: rouged.v1.BlockTransactions.$Shape): rouged.v1.BlockTransactions & rouged.v1.BlockTransactions.$Shape;
             *   (properties?: rouged.v1.BlockTransactions.$Properties): rouged.v1.BlockTransactions;
             * }}
             */
            BlockTransactions.create = function(properties) {
                return new BlockTransactions(properties);
            };

            /**
             * Encodes the specified BlockTransactions message. Does not implicitly {@link rouged.v1.BlockTransactions.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlockTransactions
             * @static
             * @param {rouged.v1.BlockTransactions.$Properties} message BlockTransactions message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlockTransactions.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.first != null && $Object.hasOwnProperty.call(message, "first") && message.first !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.first);
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.Transaction.encode(message.transactions[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.unknown != null && $Object.hasOwnProperty.call(message, "unknown") && message.unknown !== false)
                    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.unknown);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlockTransactions message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlockTransactions
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlockTransactions & rouged.v1.BlockTransactions.$Shape} BlockTransactions
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlockTransactions.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlockTransactions();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.first = value;
                            else
                                delete message.first;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.unknown = value;
                            else
                                delete message.unknown;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockTransactions;
        })();

        v1.BlocksWanted = (function() {

            /**
             * Properties of a BlocksWanted.
             * @typedef {Object} rouged.v1.BlocksWanted.$Properties
             * @property {number|null} [request] BlocksWanted request
             * @property {number|null} [fromHeight] BlocksWanted fromHeight
             * @property {number|null} [count] BlocksWanted count
             * @property {number|null} [mostBytes] BlocksWanted mostBytes
             * @property {boolean|null} [withoutCertificate] BlocksWanted withoutCertificate
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlocksWanted.
             * @memberof rouged.v1
             * @interface IBlocksWanted
             * @augments rouged.v1.BlocksWanted.$Properties
             * @deprecated Use rouged.v1.BlocksWanted.$Properties instead.
             */

            /**
             * Shape of a BlocksWanted.
             * @typedef {rouged.v1.BlocksWanted.$Properties} rouged.v1.BlocksWanted.$Shape
             */

            /**
             * Constructs a new BlocksWanted.
             * @memberof rouged.v1
             * @classdesc Represents a BlocksWanted.
             * @constructor
             * @param {rouged.v1.BlocksWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlocksWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlocksWanted request.
             * @member {number} request
             * @memberof rouged.v1.BlocksWanted
             * @instance
             */
            BlocksWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlocksWanted fromHeight.
             * @member {number} fromHeight
             * @memberof rouged.v1.BlocksWanted
             * @instance
             */
            BlocksWanted.prototype.fromHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlocksWanted count.
             * @member {number} count
             * @memberof rouged.v1.BlocksWanted
             * @instance
             */
            BlocksWanted.prototype.count = 0;

            /**
             * BlocksWanted mostBytes.
             * @member {number} mostBytes
             * @memberof rouged.v1.BlocksWanted
             * @instance
             */
            BlocksWanted.prototype.mostBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlocksWanted withoutCertificate.
             * @member {boolean} withoutCertificate
             * @memberof rouged.v1.BlocksWanted
             * @instance
             */
            BlocksWanted.prototype.withoutCertificate = false;

            /**
             * Creates a new BlocksWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlocksWanted
             * @static
             * @param {rouged.v1.BlocksWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlocksWanted} BlocksWanted instance
             * @type {{
             *   (properties: rouged.v1.BlocksWanted.$Shape): rouged.v1.BlocksWanted & rouged.v1.BlocksWanted.$Shape;
             *   (properties?: rouged.v1.BlocksWanted.$Properties): rouged.v1.BlocksWanted;
             * }}
             */
            BlocksWanted.create = function(properties) {
                return new BlocksWanted(properties);
            };

            /**
             * Encodes the specified BlocksWanted message. Does not implicitly {@link rouged.v1.BlocksWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlocksWanted
             * @static
             * @param {rouged.v1.BlocksWanted.$Properties} message BlocksWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlocksWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.fromHeight != null && $Object.hasOwnProperty.call(message, "fromHeight") && (typeof message.fromHeight === "object" ? message.fromHeight.low || message.fromHeight.high : message.fromHeight !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.fromHeight);
                if (message.count != null && $Object.hasOwnProperty.call(message, "count") && message.count !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.count);
                if (message.mostBytes != null && $Object.hasOwnProperty.call(message, "mostBytes") && (typeof message.mostBytes === "object" ? message.mostBytes.low || message.mostBytes.high : message.mostBytes !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.mostBytes);
                if (message.withoutCertificate != null && $Object.hasOwnProperty.call(message, "withoutCertificate") && message.withoutCertificate !== false)
                    writer.uint32(/* id 5, wireType 0 =*/40).bool(message.withoutCertificate);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlocksWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlocksWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlocksWanted & rouged.v1.BlocksWanted.$Shape} BlocksWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlocksWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlocksWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.fromHeight = value;
                            else
                                delete message.fromHeight;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.count = value;
                            else
                                delete message.count;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.mostBytes = value;
                            else
                                delete message.mostBytes;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.withoutCertificate = value;
                            else
                                delete message.withoutCertificate;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlocksWanted;
        })();

        v1.BlockPart = (function() {

            /**
             * Properties of a BlockPart.
             * @typedef {Object} rouged.v1.BlockPart.$Properties
             * @property {number|null} [request] BlockPart request
             * @property {number|null} [height] BlockPart height
             * @property {Uint8Array|null} [header] BlockPart header
             * @property {Uint8Array|null} [proposerSignature] BlockPart proposerSignature
             * @property {Uint8Array|null} [parentCertificate] BlockPart parentCertificate
             * @property {Uint8Array|null} [certificate] BlockPart certificate
             * @property {number|null} [transactionCount] BlockPart transactionCount
             * @property {number|null} [first] BlockPart first
             * @property {Array.<rouged.v1.Transaction.$Properties>|null} [transactions] BlockPart transactions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlockPart.
             * @memberof rouged.v1
             * @interface IBlockPart
             * @augments rouged.v1.BlockPart.$Properties
             * @deprecated Use rouged.v1.BlockPart.$Properties instead.
             */

            /**
             * Shape of a BlockPart.
             * @typedef {rouged.v1.BlockPart.$Properties} rouged.v1.BlockPart.$Shape
             */

            /**
             * Constructs a new BlockPart.
             * @memberof rouged.v1
             * @classdesc Represents a BlockPart.
             * @constructor
             * @param {rouged.v1.BlockPart.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlockPart = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlockPart request.
             * @member {number} request
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockPart height.
             * @member {number} height
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlockPart header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.header = $util.newBuffer([]);

            /**
             * BlockPart proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * BlockPart parentCertificate.
             * @member {Uint8Array} parentCertificate
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.parentCertificate = $util.newBuffer([]);

            /**
             * BlockPart certificate.
             * @member {Uint8Array} certificate
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.certificate = $util.newBuffer([]);

            /**
             * BlockPart transactionCount.
             * @member {number} transactionCount
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.transactionCount = 0;

            /**
             * BlockPart first.
             * @member {number} first
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.first = 0;

            /**
             * BlockPart transactions.
             * @member {Array.<rouged.v1.Transaction.$Properties>} transactions
             * @memberof rouged.v1.BlockPart
             * @instance
             */
            BlockPart.prototype.transactions = $util.emptyArray;

            /**
             * Creates a new BlockPart instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlockPart
             * @static
             * @param {rouged.v1.BlockPart.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlockPart} BlockPart instance
             * @type {{
             *   (properties: rouged.v1.BlockPart.$Shape): rouged.v1.BlockPart & rouged.v1.BlockPart.$Shape;
             *   (properties?: rouged.v1.BlockPart.$Properties): rouged.v1.BlockPart;
             * }}
             */
            BlockPart.create = function(properties) {
                return new BlockPart(properties);
            };

            /**
             * Encodes the specified BlockPart message. Does not implicitly {@link rouged.v1.BlockPart.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlockPart
             * @static
             * @param {rouged.v1.BlockPart.$Properties} message BlockPart message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlockPart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.height);
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.proposerSignature);
                if (message.parentCertificate != null && $Object.hasOwnProperty.call(message, "parentCertificate") && message.parentCertificate.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.parentCertificate);
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate") && message.certificate.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.certificate);
                if (message.transactionCount != null && $Object.hasOwnProperty.call(message, "transactionCount") && message.transactionCount !== 0)
                    writer.uint32(/* id 7, wireType 0 =*/56).uint32(message.transactionCount);
                if (message.first != null && $Object.hasOwnProperty.call(message, "first") && message.first !== 0)
                    writer.uint32(/* id 8, wireType 0 =*/64).uint32(message.first);
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.Transaction.encode(message.transactions[i], writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlockPart message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlockPart
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlockPart & rouged.v1.BlockPart.$Shape} BlockPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlockPart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlockPart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.parentCertificate = value;
                            else
                                delete message.parentCertificate;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.certificate = value;
                            else
                                delete message.certificate;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.transactionCount = value;
                            else
                                delete message.transactionCount;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.first = value;
                            else
                                delete message.first;
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockPart;
        })();

        v1.BlocksEnd = (function() {

            /**
             * Properties of a BlocksEnd.
             * @typedef {Object} rouged.v1.BlocksEnd.$Properties
             * @property {number|null} [request] BlocksEnd request
             * @property {boolean|null} [refused] BlocksEnd refused
             * @property {number|null} [lowestHeight] BlocksEnd lowestHeight
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a BlocksEnd.
             * @memberof rouged.v1
             * @interface IBlocksEnd
             * @augments rouged.v1.BlocksEnd.$Properties
             * @deprecated Use rouged.v1.BlocksEnd.$Properties instead.
             */

            /**
             * Shape of a BlocksEnd.
             * @typedef {rouged.v1.BlocksEnd.$Properties} rouged.v1.BlocksEnd.$Shape
             */

            /**
             * Constructs a new BlocksEnd.
             * @memberof rouged.v1
             * @classdesc Represents a BlocksEnd.
             * @constructor
             * @param {rouged.v1.BlocksEnd.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const BlocksEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * BlocksEnd request.
             * @member {number} request
             * @memberof rouged.v1.BlocksEnd
             * @instance
             */
            BlocksEnd.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * BlocksEnd refused.
             * @member {boolean} refused
             * @memberof rouged.v1.BlocksEnd
             * @instance
             */
            BlocksEnd.prototype.refused = false;

            /**
             * BlocksEnd lowestHeight.
             * @member {number} lowestHeight
             * @memberof rouged.v1.BlocksEnd
             * @instance
             */
            BlocksEnd.prototype.lowestHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new BlocksEnd instance using the specified properties.
             * @function create
             * @memberof rouged.v1.BlocksEnd
             * @static
             * @param {rouged.v1.BlocksEnd.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.BlocksEnd} BlocksEnd instance
             * @type {{
             *   (properties: rouged.v1.BlocksEnd.$Shape): rouged.v1.BlocksEnd & rouged.v1.BlocksEnd.$Shape;
             *   (properties?: rouged.v1.BlocksEnd.$Properties): rouged.v1.BlocksEnd;
             * }}
             */
            BlocksEnd.create = function(properties) {
                return new BlocksEnd(properties);
            };

            /**
             * Encodes the specified BlocksEnd message. Does not implicitly {@link rouged.v1.BlocksEnd.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.BlocksEnd
             * @static
             * @param {rouged.v1.BlocksEnd.$Properties} message BlocksEnd message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BlocksEnd.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.refused != null && $Object.hasOwnProperty.call(message, "refused") && message.refused !== false)
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.refused);
                if (message.lowestHeight != null && $Object.hasOwnProperty.call(message, "lowestHeight") && (typeof message.lowestHeight === "object" ? message.lowestHeight.low || message.lowestHeight.high : message.lowestHeight !== 0))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.lowestHeight);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a BlocksEnd message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.BlocksEnd
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.BlocksEnd & rouged.v1.BlocksEnd.$Shape} BlocksEnd
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            BlocksEnd.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.BlocksEnd();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.refused = value;
                            else
                                delete message.refused;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.lowestHeight = value;
                            else
                                delete message.lowestHeight;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlocksEnd;
        })();

        v1.HeadersWanted = (function() {

            /**
             * Properties of a HeadersWanted.
             * @typedef {Object} rouged.v1.HeadersWanted.$Properties
             * @property {number|null} [request] HeadersWanted request
             * @property {number|null} [fromHeight] HeadersWanted fromHeight
             * @property {number|null} [count] HeadersWanted count
             * @property {number|null} [mostBytes] HeadersWanted mostBytes
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a HeadersWanted.
             * @memberof rouged.v1
             * @interface IHeadersWanted
             * @augments rouged.v1.HeadersWanted.$Properties
             * @deprecated Use rouged.v1.HeadersWanted.$Properties instead.
             */

            /**
             * Shape of a HeadersWanted.
             * @typedef {rouged.v1.HeadersWanted.$Properties} rouged.v1.HeadersWanted.$Shape
             */

            /**
             * Constructs a new HeadersWanted.
             * @memberof rouged.v1
             * @classdesc Represents a HeadersWanted.
             * @constructor
             * @param {rouged.v1.HeadersWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const HeadersWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * HeadersWanted request.
             * @member {number} request
             * @memberof rouged.v1.HeadersWanted
             * @instance
             */
            HeadersWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * HeadersWanted fromHeight.
             * @member {number} fromHeight
             * @memberof rouged.v1.HeadersWanted
             * @instance
             */
            HeadersWanted.prototype.fromHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * HeadersWanted count.
             * @member {number} count
             * @memberof rouged.v1.HeadersWanted
             * @instance
             */
            HeadersWanted.prototype.count = 0;

            /**
             * HeadersWanted mostBytes.
             * @member {number} mostBytes
             * @memberof rouged.v1.HeadersWanted
             * @instance
             */
            HeadersWanted.prototype.mostBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new HeadersWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.HeadersWanted
             * @static
             * @param {rouged.v1.HeadersWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.HeadersWanted} HeadersWanted instance
             * @type {{
             *   (properties: rouged.v1.HeadersWanted.$Shape): rouged.v1.HeadersWanted & rouged.v1.HeadersWanted.$Shape;
             *   (properties?: rouged.v1.HeadersWanted.$Properties): rouged.v1.HeadersWanted;
             * }}
             */
            HeadersWanted.create = function(properties) {
                return new HeadersWanted(properties);
            };

            /**
             * Encodes the specified HeadersWanted message. Does not implicitly {@link rouged.v1.HeadersWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.HeadersWanted
             * @static
             * @param {rouged.v1.HeadersWanted.$Properties} message HeadersWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            HeadersWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.fromHeight != null && $Object.hasOwnProperty.call(message, "fromHeight") && (typeof message.fromHeight === "object" ? message.fromHeight.low || message.fromHeight.high : message.fromHeight !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.fromHeight);
                if (message.count != null && $Object.hasOwnProperty.call(message, "count") && message.count !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.count);
                if (message.mostBytes != null && $Object.hasOwnProperty.call(message, "mostBytes") && (typeof message.mostBytes === "object" ? message.mostBytes.low || message.mostBytes.high : message.mostBytes !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.mostBytes);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a HeadersWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.HeadersWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.HeadersWanted & rouged.v1.HeadersWanted.$Shape} HeadersWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            HeadersWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.HeadersWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.fromHeight = value;
                            else
                                delete message.fromHeight;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.count = value;
                            else
                                delete message.count;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.mostBytes = value;
                            else
                                delete message.mostBytes;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return HeadersWanted;
        })();

        v1.HeadersPart = (function() {

            /**
             * Properties of a HeadersPart.
             * @typedef {Object} rouged.v1.HeadersPart.$Properties
             * @property {number|null} [request] HeadersPart request
             * @property {number|null} [fromHeight] HeadersPart fromHeight
             * @property {Array.<rouged.v1.CertifiedHeader.$Properties>|null} [headers] HeadersPart headers
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a HeadersPart.
             * @memberof rouged.v1
             * @interface IHeadersPart
             * @augments rouged.v1.HeadersPart.$Properties
             * @deprecated Use rouged.v1.HeadersPart.$Properties instead.
             */

            /**
             * Shape of a HeadersPart.
             * @typedef {rouged.v1.HeadersPart.$Properties} rouged.v1.HeadersPart.$Shape
             */

            /**
             * Constructs a new HeadersPart.
             * @memberof rouged.v1
             * @classdesc Represents a HeadersPart.
             * @constructor
             * @param {rouged.v1.HeadersPart.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const HeadersPart = function (properties) {
                this.headers = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * HeadersPart request.
             * @member {number} request
             * @memberof rouged.v1.HeadersPart
             * @instance
             */
            HeadersPart.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * HeadersPart fromHeight.
             * @member {number} fromHeight
             * @memberof rouged.v1.HeadersPart
             * @instance
             */
            HeadersPart.prototype.fromHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * HeadersPart headers.
             * @member {Array.<rouged.v1.CertifiedHeader.$Properties>} headers
             * @memberof rouged.v1.HeadersPart
             * @instance
             */
            HeadersPart.prototype.headers = $util.emptyArray;

            /**
             * Creates a new HeadersPart instance using the specified properties.
             * @function create
             * @memberof rouged.v1.HeadersPart
             * @static
             * @param {rouged.v1.HeadersPart.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.HeadersPart} HeadersPart instance
             * @type {{
             *   (properties: rouged.v1.HeadersPart.$Shape): rouged.v1.HeadersPart & rouged.v1.HeadersPart.$Shape;
             *   (properties?: rouged.v1.HeadersPart.$Properties): rouged.v1.HeadersPart;
             * }}
             */
            HeadersPart.create = function(properties) {
                return new HeadersPart(properties);
            };

            /**
             * Encodes the specified HeadersPart message. Does not implicitly {@link rouged.v1.HeadersPart.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.HeadersPart
             * @static
             * @param {rouged.v1.HeadersPart.$Properties} message HeadersPart message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            HeadersPart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.fromHeight != null && $Object.hasOwnProperty.call(message, "fromHeight") && (typeof message.fromHeight === "object" ? message.fromHeight.low || message.fromHeight.high : message.fromHeight !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.fromHeight);
                if (message.headers != null && message.headers.length)
                    for (let i = 0; i < message.headers.length; ++i)
                        $root.rouged.v1.CertifiedHeader.encode(message.headers[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a HeadersPart message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.HeadersPart
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.HeadersPart & rouged.v1.HeadersPart.$Shape} HeadersPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            HeadersPart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.HeadersPart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.fromHeight = value;
                            else
                                delete message.fromHeight;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.headers && message.headers.length))
                                message.headers = [];
                            message.headers.push($root.rouged.v1.CertifiedHeader.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return HeadersPart;
        })();

        v1.CertifiedHeader = (function() {

            /**
             * Properties of a CertifiedHeader.
             * @typedef {Object} rouged.v1.CertifiedHeader.$Properties
             * @property {Uint8Array|null} [header] CertifiedHeader header
             * @property {Uint8Array|null} [proposerSignature] CertifiedHeader proposerSignature
             * @property {Uint8Array|null} [certificate] CertifiedHeader certificate
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a CertifiedHeader.
             * @memberof rouged.v1
             * @interface ICertifiedHeader
             * @augments rouged.v1.CertifiedHeader.$Properties
             * @deprecated Use rouged.v1.CertifiedHeader.$Properties instead.
             */

            /**
             * Shape of a CertifiedHeader.
             * @typedef {rouged.v1.CertifiedHeader.$Properties} rouged.v1.CertifiedHeader.$Shape
             */

            /**
             * Constructs a new CertifiedHeader.
             * @memberof rouged.v1
             * @classdesc Represents a CertifiedHeader.
             * @constructor
             * @param {rouged.v1.CertifiedHeader.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const CertifiedHeader = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * CertifiedHeader header.
             * @member {Uint8Array} header
             * @memberof rouged.v1.CertifiedHeader
             * @instance
             */
            CertifiedHeader.prototype.header = $util.newBuffer([]);

            /**
             * CertifiedHeader proposerSignature.
             * @member {Uint8Array} proposerSignature
             * @memberof rouged.v1.CertifiedHeader
             * @instance
             */
            CertifiedHeader.prototype.proposerSignature = $util.newBuffer([]);

            /**
             * CertifiedHeader certificate.
             * @member {Uint8Array} certificate
             * @memberof rouged.v1.CertifiedHeader
             * @instance
             */
            CertifiedHeader.prototype.certificate = $util.newBuffer([]);

            /**
             * Creates a new CertifiedHeader instance using the specified properties.
             * @function create
             * @memberof rouged.v1.CertifiedHeader
             * @static
             * @param {rouged.v1.CertifiedHeader.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.CertifiedHeader} CertifiedHeader instance
             * @type {{
             *   (properties: rouged.v1.CertifiedHeader.$Shape): rouged.v1.CertifiedHeader & rouged.v1.CertifiedHeader.$Shape;
             *   (properties?: rouged.v1.CertifiedHeader.$Properties): rouged.v1.CertifiedHeader;
             * }}
             */
            CertifiedHeader.create = function(properties) {
                return new CertifiedHeader(properties);
            };

            /**
             * Encodes the specified CertifiedHeader message. Does not implicitly {@link rouged.v1.CertifiedHeader.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.CertifiedHeader
             * @static
             * @param {rouged.v1.CertifiedHeader.$Properties} message CertifiedHeader message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CertifiedHeader.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.header != null && $Object.hasOwnProperty.call(message, "header") && message.header.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.header);
                if (message.proposerSignature != null && $Object.hasOwnProperty.call(message, "proposerSignature") && message.proposerSignature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.proposerSignature);
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate") && message.certificate.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.certificate);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a CertifiedHeader message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.CertifiedHeader
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.CertifiedHeader & rouged.v1.CertifiedHeader.$Shape} CertifiedHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            CertifiedHeader.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.CertifiedHeader();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.header = value;
                            else
                                delete message.header;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proposerSignature = value;
                            else
                                delete message.proposerSignature;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.certificate = value;
                            else
                                delete message.certificate;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return CertifiedHeader;
        })();

        v1.PeerVotes = (function() {

            /**
             * Properties of a PeerVotes.
             * @typedef {Object} rouged.v1.PeerVotes.$Properties
             * @property {Array.<rouged.v1.Vote.$Properties>|null} [votes] PeerVotes votes
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerVotes.
             * @memberof rouged.v1
             * @interface IPeerVotes
             * @augments rouged.v1.PeerVotes.$Properties
             * @deprecated Use rouged.v1.PeerVotes.$Properties instead.
             */

            /**
             * Shape of a PeerVotes.
             * @typedef {rouged.v1.PeerVotes.$Properties} rouged.v1.PeerVotes.$Shape
             */

            /**
             * Constructs a new PeerVotes.
             * @memberof rouged.v1
             * @classdesc Represents a PeerVotes.
             * @constructor
             * @param {rouged.v1.PeerVotes.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerVotes = function (properties) {
                this.votes = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerVotes votes.
             * @member {Array.<rouged.v1.Vote.$Properties>} votes
             * @memberof rouged.v1.PeerVotes
             * @instance
             */
            PeerVotes.prototype.votes = $util.emptyArray;

            /**
             * Creates a new PeerVotes instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerVotes
             * @static
             * @param {rouged.v1.PeerVotes.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerVotes} PeerVotes instance
             * @type {{
             *   (properties: rouged.v1.PeerVotes.$Shape): rouged.v1.PeerVotes & rouged.v1.PeerVotes.$Shape;
             *   (properties?: rouged.v1.PeerVotes.$Properties): rouged.v1.PeerVotes;
             * }}
             */
            PeerVotes.create = function(properties) {
                return new PeerVotes(properties);
            };

            /**
             * Encodes the specified PeerVotes message. Does not implicitly {@link rouged.v1.PeerVotes.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerVotes
             * @static
             * @param {rouged.v1.PeerVotes.$Properties} message PeerVotes message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerVotes.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.votes != null && message.votes.length)
                    for (let i = 0; i < message.votes.length; ++i)
                        $root.rouged.v1.Vote.encode(message.votes[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerVotes message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerVotes
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerVotes & rouged.v1.PeerVotes.$Shape} PeerVotes
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerVotes.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerVotes();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.votes && message.votes.length))
                                message.votes = [];
                            message.votes.push($root.rouged.v1.Vote.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerVotes;
        })();

        v1.VotesWanted = (function() {

            /**
             * Properties of a VotesWanted.
             * @typedef {Object} rouged.v1.VotesWanted.$Properties
             * @property {number|null} [height] VotesWanted height
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a VotesWanted.
             * @memberof rouged.v1
             * @interface IVotesWanted
             * @augments rouged.v1.VotesWanted.$Properties
             * @deprecated Use rouged.v1.VotesWanted.$Properties instead.
             */

            /**
             * Shape of a VotesWanted.
             * @typedef {rouged.v1.VotesWanted.$Properties} rouged.v1.VotesWanted.$Shape
             */

            /**
             * Constructs a new VotesWanted.
             * @memberof rouged.v1
             * @classdesc Represents a VotesWanted.
             * @constructor
             * @param {rouged.v1.VotesWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const VotesWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * VotesWanted height.
             * @member {number} height
             * @memberof rouged.v1.VotesWanted
             * @instance
             */
            VotesWanted.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new VotesWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.VotesWanted
             * @static
             * @param {rouged.v1.VotesWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.VotesWanted} VotesWanted instance
             * @type {{
             *   (properties: rouged.v1.VotesWanted.$Shape): rouged.v1.VotesWanted & rouged.v1.VotesWanted.$Shape;
             *   (properties?: rouged.v1.VotesWanted.$Properties): rouged.v1.VotesWanted;
             * }}
             */
            VotesWanted.create = function(properties) {
                return new VotesWanted(properties);
            };

            /**
             * Encodes the specified VotesWanted message. Does not implicitly {@link rouged.v1.VotesWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.VotesWanted
             * @static
             * @param {rouged.v1.VotesWanted.$Properties} message VotesWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            VotesWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a VotesWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.VotesWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.VotesWanted & rouged.v1.VotesWanted.$Shape} VotesWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            VotesWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.VotesWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return VotesWanted;
        })();

        v1.PeerCertificate = (function() {

            /**
             * Properties of a PeerCertificate.
             * @typedef {Object} rouged.v1.PeerCertificate.$Properties
             * @property {Uint8Array|null} [certificate] PeerCertificate certificate
             * @property {Uint8Array|null} [leftOut] PeerCertificate leftOut
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerCertificate.
             * @memberof rouged.v1
             * @interface IPeerCertificate
             * @augments rouged.v1.PeerCertificate.$Properties
             * @deprecated Use rouged.v1.PeerCertificate.$Properties instead.
             */

            /**
             * Shape of a PeerCertificate.
             * @typedef {rouged.v1.PeerCertificate.$Properties} rouged.v1.PeerCertificate.$Shape
             */

            /**
             * Constructs a new PeerCertificate.
             * @memberof rouged.v1
             * @classdesc Represents a PeerCertificate.
             * @constructor
             * @param {rouged.v1.PeerCertificate.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerCertificate = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerCertificate certificate.
             * @member {Uint8Array} certificate
             * @memberof rouged.v1.PeerCertificate
             * @instance
             */
            PeerCertificate.prototype.certificate = $util.newBuffer([]);

            /**
             * PeerCertificate leftOut.
             * @member {Uint8Array} leftOut
             * @memberof rouged.v1.PeerCertificate
             * @instance
             */
            PeerCertificate.prototype.leftOut = $util.newBuffer([]);

            /**
             * Creates a new PeerCertificate instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerCertificate
             * @static
             * @param {rouged.v1.PeerCertificate.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerCertificate} PeerCertificate instance
             * @type {{
             *   (properties: rouged.v1.PeerCertificate.$Shape): rouged.v1.PeerCertificate & rouged.v1.PeerCertificate.$Shape;
             *   (properties?: rouged.v1.PeerCertificate.$Properties): rouged.v1.PeerCertificate;
             * }}
             */
            PeerCertificate.create = function(properties) {
                return new PeerCertificate(properties);
            };

            /**
             * Encodes the specified PeerCertificate message. Does not implicitly {@link rouged.v1.PeerCertificate.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerCertificate
             * @static
             * @param {rouged.v1.PeerCertificate.$Properties} message PeerCertificate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerCertificate.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.certificate != null && $Object.hasOwnProperty.call(message, "certificate") && message.certificate.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.certificate);
                if (message.leftOut != null && $Object.hasOwnProperty.call(message, "leftOut") && message.leftOut.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.leftOut);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerCertificate message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerCertificate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerCertificate & rouged.v1.PeerCertificate.$Shape} PeerCertificate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerCertificate.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerCertificate();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.certificate = value;
                            else
                                delete message.certificate;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.leftOut = value;
                            else
                                delete message.leftOut;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerCertificate;
        })();

        v1.CertificateWanted = (function() {

            /**
             * Properties of a CertificateWanted.
             * @typedef {Object} rouged.v1.CertificateWanted.$Properties
             * @property {number|null} [height] CertificateWanted height
             * @property {Uint8Array|null} [hash] CertificateWanted hash
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a CertificateWanted.
             * @memberof rouged.v1
             * @interface ICertificateWanted
             * @augments rouged.v1.CertificateWanted.$Properties
             * @deprecated Use rouged.v1.CertificateWanted.$Properties instead.
             */

            /**
             * Shape of a CertificateWanted.
             * @typedef {rouged.v1.CertificateWanted.$Properties} rouged.v1.CertificateWanted.$Shape
             */

            /**
             * Constructs a new CertificateWanted.
             * @memberof rouged.v1
             * @classdesc Represents a CertificateWanted.
             * @constructor
             * @param {rouged.v1.CertificateWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const CertificateWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * CertificateWanted height.
             * @member {number} height
             * @memberof rouged.v1.CertificateWanted
             * @instance
             */
            CertificateWanted.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * CertificateWanted hash.
             * @member {Uint8Array} hash
             * @memberof rouged.v1.CertificateWanted
             * @instance
             */
            CertificateWanted.prototype.hash = $util.newBuffer([]);

            /**
             * Creates a new CertificateWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.CertificateWanted
             * @static
             * @param {rouged.v1.CertificateWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.CertificateWanted} CertificateWanted instance
             * @type {{
             *   (properties: rouged.v1.CertificateWanted.$Shape): rouged.v1.CertificateWanted & rouged.v1.CertificateWanted.$Shape;
             *   (properties?: rouged.v1.CertificateWanted.$Properties): rouged.v1.CertificateWanted;
             * }}
             */
            CertificateWanted.create = function(properties) {
                return new CertificateWanted(properties);
            };

            /**
             * Encodes the specified CertificateWanted message. Does not implicitly {@link rouged.v1.CertificateWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.CertificateWanted
             * @static
             * @param {rouged.v1.CertificateWanted.$Properties} message CertificateWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CertificateWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.hash != null && $Object.hasOwnProperty.call(message, "hash") && message.hash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.hash);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a CertificateWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.CertificateWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.CertificateWanted & rouged.v1.CertificateWanted.$Shape} CertificateWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            CertificateWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.CertificateWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.hash = value;
                            else
                                delete message.hash;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return CertificateWanted;
        })();

        v1.SignedByWanted = (function() {

            /**
             * Properties of a SignedByWanted.
             * @typedef {Object} rouged.v1.SignedByWanted.$Properties
             * @property {number|null} [request] SignedByWanted request
             * @property {Uint8Array|null} [key] SignedByWanted key
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedByWanted.
             * @memberof rouged.v1
             * @interface ISignedByWanted
             * @augments rouged.v1.SignedByWanted.$Properties
             * @deprecated Use rouged.v1.SignedByWanted.$Properties instead.
             */

            /**
             * Shape of a SignedByWanted.
             * @typedef {rouged.v1.SignedByWanted.$Properties} rouged.v1.SignedByWanted.$Shape
             */

            /**
             * Constructs a new SignedByWanted.
             * @memberof rouged.v1
             * @classdesc Represents a SignedByWanted.
             * @constructor
             * @param {rouged.v1.SignedByWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedByWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedByWanted request.
             * @member {number} request
             * @memberof rouged.v1.SignedByWanted
             * @instance
             */
            SignedByWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SignedByWanted key.
             * @member {Uint8Array} key
             * @memberof rouged.v1.SignedByWanted
             * @instance
             */
            SignedByWanted.prototype.key = $util.newBuffer([]);

            /**
             * Creates a new SignedByWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SignedByWanted
             * @static
             * @param {rouged.v1.SignedByWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SignedByWanted} SignedByWanted instance
             * @type {{
             *   (properties: rouged.v1.SignedByWanted.$Shape): rouged.v1.SignedByWanted & rouged.v1.SignedByWanted.$Shape;
             *   (properties?: rouged.v1.SignedByWanted.$Properties): rouged.v1.SignedByWanted;
             * }}
             */
            SignedByWanted.create = function(properties) {
                return new SignedByWanted(properties);
            };

            /**
             * Encodes the specified SignedByWanted message. Does not implicitly {@link rouged.v1.SignedByWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SignedByWanted
             * @static
             * @param {rouged.v1.SignedByWanted.$Properties} message SignedByWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedByWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.key);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedByWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SignedByWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SignedByWanted & rouged.v1.SignedByWanted.$Shape} SignedByWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedByWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SignedByWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.key = value;
                            else
                                delete message.key;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedByWanted;
        })();

        v1.SignedByAnswer = (function() {

            /**
             * Properties of a SignedByAnswer.
             * @typedef {Object} rouged.v1.SignedByAnswer.$Properties
             * @property {number|null} [request] SignedByAnswer request
             * @property {number|null} [height] SignedByAnswer height
             * @property {Array.<rouged.v1.Vote.$Properties>|null} [votes] SignedByAnswer votes
             * @property {Array.<rouged.v1.SignedHeader.$Properties>|null} [headers] SignedByAnswer headers
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedByAnswer.
             * @memberof rouged.v1
             * @interface ISignedByAnswer
             * @augments rouged.v1.SignedByAnswer.$Properties
             * @deprecated Use rouged.v1.SignedByAnswer.$Properties instead.
             */

            /**
             * Shape of a SignedByAnswer.
             * @typedef {rouged.v1.SignedByAnswer.$Properties} rouged.v1.SignedByAnswer.$Shape
             */

            /**
             * Constructs a new SignedByAnswer.
             * @memberof rouged.v1
             * @classdesc Represents a SignedByAnswer.
             * @constructor
             * @param {rouged.v1.SignedByAnswer.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedByAnswer = function (properties) {
                this.votes = [];
                this.headers = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedByAnswer request.
             * @member {number} request
             * @memberof rouged.v1.SignedByAnswer
             * @instance
             */
            SignedByAnswer.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SignedByAnswer height.
             * @member {number} height
             * @memberof rouged.v1.SignedByAnswer
             * @instance
             */
            SignedByAnswer.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SignedByAnswer votes.
             * @member {Array.<rouged.v1.Vote.$Properties>} votes
             * @memberof rouged.v1.SignedByAnswer
             * @instance
             */
            SignedByAnswer.prototype.votes = $util.emptyArray;

            /**
             * SignedByAnswer headers.
             * @member {Array.<rouged.v1.SignedHeader.$Properties>} headers
             * @memberof rouged.v1.SignedByAnswer
             * @instance
             */
            SignedByAnswer.prototype.headers = $util.emptyArray;

            /**
             * Creates a new SignedByAnswer instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SignedByAnswer
             * @static
             * @param {rouged.v1.SignedByAnswer.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SignedByAnswer} SignedByAnswer instance
             * @type {{
             *   (properties: rouged.v1.SignedByAnswer.$Shape): rouged.v1.SignedByAnswer & rouged.v1.SignedByAnswer.$Shape;
             *   (properties?: rouged.v1.SignedByAnswer.$Properties): rouged.v1.SignedByAnswer;
             * }}
             */
            SignedByAnswer.create = function(properties) {
                return new SignedByAnswer(properties);
            };

            /**
             * Encodes the specified SignedByAnswer message. Does not implicitly {@link rouged.v1.SignedByAnswer.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SignedByAnswer
             * @static
             * @param {rouged.v1.SignedByAnswer.$Properties} message SignedByAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedByAnswer.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.height);
                if (message.votes != null && message.votes.length)
                    for (let i = 0; i < message.votes.length; ++i)
                        $root.rouged.v1.Vote.encode(message.votes[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.headers != null && message.headers.length)
                    for (let i = 0; i < message.headers.length; ++i)
                        $root.rouged.v1.SignedHeader.encode(message.headers[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedByAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SignedByAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SignedByAnswer & rouged.v1.SignedByAnswer.$Shape} SignedByAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedByAnswer.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SignedByAnswer();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.votes && message.votes.length))
                                message.votes = [];
                            message.votes.push($root.rouged.v1.Vote.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.headers && message.headers.length))
                                message.headers = [];
                            message.headers.push($root.rouged.v1.SignedHeader.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedByAnswer;
        })();

        v1.TransactionInventory = (function() {

            /**
             * Properties of a TransactionInventory.
             * @typedef {Object} rouged.v1.TransactionInventory.$Properties
             * @property {Uint8Array|null} [ids] TransactionInventory ids
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a TransactionInventory.
             * @memberof rouged.v1
             * @interface ITransactionInventory
             * @augments rouged.v1.TransactionInventory.$Properties
             * @deprecated Use rouged.v1.TransactionInventory.$Properties instead.
             */

            /**
             * Shape of a TransactionInventory.
             * @typedef {rouged.v1.TransactionInventory.$Properties} rouged.v1.TransactionInventory.$Shape
             */

            /**
             * Constructs a new TransactionInventory.
             * @memberof rouged.v1
             * @classdesc Represents a TransactionInventory.
             * @constructor
             * @param {rouged.v1.TransactionInventory.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const TransactionInventory = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * TransactionInventory ids.
             * @member {Uint8Array} ids
             * @memberof rouged.v1.TransactionInventory
             * @instance
             */
            TransactionInventory.prototype.ids = $util.newBuffer([]);

            /**
             * Creates a new TransactionInventory instance using the specified properties.
             * @function create
             * @memberof rouged.v1.TransactionInventory
             * @static
             * @param {rouged.v1.TransactionInventory.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.TransactionInventory} TransactionInventory instance
             * @type {{
             *   (properties: rouged.v1.TransactionInventory.$Shape): rouged.v1.TransactionInventory & rouged.v1.TransactionInventory.$Shape;
             *   (properties?: rouged.v1.TransactionInventory.$Properties): rouged.v1.TransactionInventory;
             * }}
             */
            TransactionInventory.create = function(properties) {
                return new TransactionInventory(properties);
            };

            /**
             * Encodes the specified TransactionInventory message. Does not implicitly {@link rouged.v1.TransactionInventory.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.TransactionInventory
             * @static
             * @param {rouged.v1.TransactionInventory.$Properties} message TransactionInventory message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            TransactionInventory.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.ids != null && $Object.hasOwnProperty.call(message, "ids") && message.ids.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.ids);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a TransactionInventory message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.TransactionInventory
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionInventory & rouged.v1.TransactionInventory.$Shape} TransactionInventory
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            TransactionInventory.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.TransactionInventory();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.ids = value;
                            else
                                delete message.ids;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TransactionInventory;
        })();

        v1.TransactionsWanted = (function() {

            /**
             * Properties of a TransactionsWanted.
             * @typedef {Object} rouged.v1.TransactionsWanted.$Properties
             * @property {number|null} [request] TransactionsWanted request
             * @property {Uint8Array|null} [ids] TransactionsWanted ids
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a TransactionsWanted.
             * @memberof rouged.v1
             * @interface ITransactionsWanted
             * @augments rouged.v1.TransactionsWanted.$Properties
             * @deprecated Use rouged.v1.TransactionsWanted.$Properties instead.
             */

            /**
             * Shape of a TransactionsWanted.
             * @typedef {rouged.v1.TransactionsWanted.$Properties} rouged.v1.TransactionsWanted.$Shape
             */

            /**
             * Constructs a new TransactionsWanted.
             * @memberof rouged.v1
             * @classdesc Represents a TransactionsWanted.
             * @constructor
             * @param {rouged.v1.TransactionsWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const TransactionsWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * TransactionsWanted request.
             * @member {number} request
             * @memberof rouged.v1.TransactionsWanted
             * @instance
             */
            TransactionsWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * TransactionsWanted ids.
             * @member {Uint8Array} ids
             * @memberof rouged.v1.TransactionsWanted
             * @instance
             */
            TransactionsWanted.prototype.ids = $util.newBuffer([]);

            /**
             * Creates a new TransactionsWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.TransactionsWanted
             * @static
             * @param {rouged.v1.TransactionsWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.TransactionsWanted} TransactionsWanted instance
             * @type {{
             *   (properties: rouged.v1.TransactionsWanted.$Shape): rouged.v1.TransactionsWanted & rouged.v1.TransactionsWanted.$Shape;
             *   (properties?: rouged.v1.TransactionsWanted.$Properties): rouged.v1.TransactionsWanted;
             * }}
             */
            TransactionsWanted.create = function(properties) {
                return new TransactionsWanted(properties);
            };

            /**
             * Encodes the specified TransactionsWanted message. Does not implicitly {@link rouged.v1.TransactionsWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.TransactionsWanted
             * @static
             * @param {rouged.v1.TransactionsWanted.$Properties} message TransactionsWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            TransactionsWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.ids != null && $Object.hasOwnProperty.call(message, "ids") && message.ids.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.ids);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a TransactionsWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.TransactionsWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.TransactionsWanted & rouged.v1.TransactionsWanted.$Shape} TransactionsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            TransactionsWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.TransactionsWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.ids = value;
                            else
                                delete message.ids;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TransactionsWanted;
        })();

        v1.PeerTransactions = (function() {

            /**
             * Properties of a PeerTransactions.
             * @typedef {Object} rouged.v1.PeerTransactions.$Properties
             * @property {number|null} [request] PeerTransactions request
             * @property {Uint8Array|null} [ids] PeerTransactions ids
             * @property {Array.<rouged.v1.Transaction.$Properties>|null} [transactions] PeerTransactions transactions
             * @property {Uint8Array|null} [missing] PeerTransactions missing
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerTransactions.
             * @memberof rouged.v1
             * @interface IPeerTransactions
             * @augments rouged.v1.PeerTransactions.$Properties
             * @deprecated Use rouged.v1.PeerTransactions.$Properties instead.
             */

            /**
             * Shape of a PeerTransactions.
             * @typedef {rouged.v1.PeerTransactions.$Properties} rouged.v1.PeerTransactions.$Shape
             */

            /**
             * Constructs a new PeerTransactions.
             * @memberof rouged.v1
             * @classdesc Represents a PeerTransactions.
             * @constructor
             * @param {rouged.v1.PeerTransactions.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerTransactions = function (properties) {
                this.transactions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerTransactions request.
             * @member {number} request
             * @memberof rouged.v1.PeerTransactions
             * @instance
             */
            PeerTransactions.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PeerTransactions ids.
             * @member {Uint8Array} ids
             * @memberof rouged.v1.PeerTransactions
             * @instance
             */
            PeerTransactions.prototype.ids = $util.newBuffer([]);

            /**
             * PeerTransactions transactions.
             * @member {Array.<rouged.v1.Transaction.$Properties>} transactions
             * @memberof rouged.v1.PeerTransactions
             * @instance
             */
            PeerTransactions.prototype.transactions = $util.emptyArray;

            /**
             * PeerTransactions missing.
             * @member {Uint8Array} missing
             * @memberof rouged.v1.PeerTransactions
             * @instance
             */
            PeerTransactions.prototype.missing = $util.newBuffer([]);

            /**
             * Creates a new PeerTransactions instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerTransactions
             * @static
             * @param {rouged.v1.PeerTransactions.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerTransactions} PeerTransactions instance
             * @type {{
             *   (properties: rouged.v1.PeerTransactions.$Shape): rouged.v1.PeerTransactions & rouged.v1.PeerTransactions.$Shape;
             *   (properties?: rouged.v1.PeerTransactions.$Properties): rouged.v1.PeerTransactions;
             * }}
             */
            PeerTransactions.create = function(properties) {
                return new PeerTransactions(properties);
            };

            /**
             * Encodes the specified PeerTransactions message. Does not implicitly {@link rouged.v1.PeerTransactions.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerTransactions
             * @static
             * @param {rouged.v1.PeerTransactions.$Properties} message PeerTransactions message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerTransactions.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.ids != null && $Object.hasOwnProperty.call(message, "ids") && message.ids.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.ids);
                if (message.transactions != null && message.transactions.length)
                    for (let i = 0; i < message.transactions.length; ++i)
                        $root.rouged.v1.Transaction.encode(message.transactions[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.missing != null && $Object.hasOwnProperty.call(message, "missing") && message.missing.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.missing);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerTransactions message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerTransactions
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerTransactions & rouged.v1.PeerTransactions.$Shape} PeerTransactions
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerTransactions.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerTransactions();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.ids = value;
                            else
                                delete message.ids;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.transactions && message.transactions.length))
                                message.transactions = [];
                            message.transactions.push($root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.missing = value;
                            else
                                delete message.missing;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerTransactions;
        })();

        v1.Handover = (function() {

            /**
             * Properties of a Handover.
             * @typedef {Object} rouged.v1.Handover.$Properties
             * @property {number|null} [request] Handover request
             * @property {Uint8Array|null} [id] Handover id
             * @property {rouged.v1.Transaction.$Properties|null} [transaction] Handover transaction
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Handover.
             * @memberof rouged.v1
             * @interface IHandover
             * @augments rouged.v1.Handover.$Properties
             * @deprecated Use rouged.v1.Handover.$Properties instead.
             */

            /**
             * Shape of a Handover.
             * @typedef {rouged.v1.Handover.$Properties} rouged.v1.Handover.$Shape
             */

            /**
             * Constructs a new Handover.
             * @memberof rouged.v1
             * @classdesc Represents a Handover.
             * @constructor
             * @param {rouged.v1.Handover.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Handover = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Handover request.
             * @member {number} request
             * @memberof rouged.v1.Handover
             * @instance
             */
            Handover.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Handover id.
             * @member {Uint8Array} id
             * @memberof rouged.v1.Handover
             * @instance
             */
            Handover.prototype.id = $util.newBuffer([]);

            /**
             * Handover transaction.
             * @member {rouged.v1.Transaction.$Properties|null|undefined} transaction
             * @memberof rouged.v1.Handover
             * @instance
             */
            Handover.prototype.transaction = null;

            /**
             * Creates a new Handover instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Handover
             * @static
             * @param {rouged.v1.Handover.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Handover} Handover instance
             * @type {{
             *   (properties: rouged.v1.Handover.$Shape): rouged.v1.Handover & rouged.v1.Handover.$Shape;
             *   (properties?: rouged.v1.Handover.$Properties): rouged.v1.Handover;
             * }}
             */
            Handover.create = function(properties) {
                return new Handover(properties);
            };

            /**
             * Encodes the specified Handover message. Does not implicitly {@link rouged.v1.Handover.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Handover
             * @static
             * @param {rouged.v1.Handover.$Properties} message Handover message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Handover.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.id);
                if (message.transaction != null && $Object.hasOwnProperty.call(message, "transaction"))
                    $root.rouged.v1.Transaction.encode(message.transaction, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Handover message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Handover
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Handover & rouged.v1.Handover.$Shape} Handover
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Handover.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Handover();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.transaction = $root.rouged.v1.Transaction.decode(reader, reader.size(), $undefined, _depth + 1, message.transaction);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Handover;
        })();

        v1.HandoverAnswer = (function() {

            /**
             * Properties of a HandoverAnswer.
             * @typedef {Object} rouged.v1.HandoverAnswer.$Properties
             * @property {number|null} [request] HandoverAnswer request
             * @property {string|null} [code] HandoverAnswer code
             * @property {string|null} [error] HandoverAnswer error
             * @property {number|null} [retryAfterSeconds] HandoverAnswer retryAfterSeconds
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a HandoverAnswer.
             * @memberof rouged.v1
             * @interface IHandoverAnswer
             * @augments rouged.v1.HandoverAnswer.$Properties
             * @deprecated Use rouged.v1.HandoverAnswer.$Properties instead.
             */

            /**
             * Shape of a HandoverAnswer.
             * @typedef {rouged.v1.HandoverAnswer.$Properties} rouged.v1.HandoverAnswer.$Shape
             */

            /**
             * Constructs a new HandoverAnswer.
             * @memberof rouged.v1
             * @classdesc Represents a HandoverAnswer.
             * @constructor
             * @param {rouged.v1.HandoverAnswer.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const HandoverAnswer = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * HandoverAnswer request.
             * @member {number} request
             * @memberof rouged.v1.HandoverAnswer
             * @instance
             */
            HandoverAnswer.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * HandoverAnswer code.
             * @member {string} code
             * @memberof rouged.v1.HandoverAnswer
             * @instance
             */
            HandoverAnswer.prototype.code = "";

            /**
             * HandoverAnswer error.
             * @member {string} error
             * @memberof rouged.v1.HandoverAnswer
             * @instance
             */
            HandoverAnswer.prototype.error = "";

            /**
             * HandoverAnswer retryAfterSeconds.
             * @member {number} retryAfterSeconds
             * @memberof rouged.v1.HandoverAnswer
             * @instance
             */
            HandoverAnswer.prototype.retryAfterSeconds = 0;

            /**
             * Creates a new HandoverAnswer instance using the specified properties.
             * @function create
             * @memberof rouged.v1.HandoverAnswer
             * @static
             * @param {rouged.v1.HandoverAnswer.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.HandoverAnswer} HandoverAnswer instance
             * @type {{
             *   (properties: rouged.v1.HandoverAnswer.$Shape): rouged.v1.HandoverAnswer & rouged.v1.HandoverAnswer.$Shape;
             *   (properties?: rouged.v1.HandoverAnswer.$Properties): rouged.v1.HandoverAnswer;
             * }}
             */
            HandoverAnswer.create = function(properties) {
                return new HandoverAnswer(properties);
            };

            /**
             * Encodes the specified HandoverAnswer message. Does not implicitly {@link rouged.v1.HandoverAnswer.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.HandoverAnswer
             * @static
             * @param {rouged.v1.HandoverAnswer.$Properties} message HandoverAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            HandoverAnswer.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.code);
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.error);
                if (message.retryAfterSeconds != null && $Object.hasOwnProperty.call(message, "retryAfterSeconds") && message.retryAfterSeconds !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.retryAfterSeconds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a HandoverAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.HandoverAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.HandoverAnswer & rouged.v1.HandoverAnswer.$Shape} HandoverAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            HandoverAnswer.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.HandoverAnswer();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.retryAfterSeconds = value;
                            else
                                delete message.retryAfterSeconds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return HandoverAnswer;
        })();

        v1.PeersWanted = (function() {

            /**
             * Properties of a PeersWanted.
             * @typedef {Object} rouged.v1.PeersWanted.$Properties
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeersWanted.
             * @memberof rouged.v1
             * @interface IPeersWanted
             * @augments rouged.v1.PeersWanted.$Properties
             * @deprecated Use rouged.v1.PeersWanted.$Properties instead.
             */

            /**
             * Shape of a PeersWanted.
             * @typedef {rouged.v1.PeersWanted.$Properties} rouged.v1.PeersWanted.$Shape
             */

            /**
             * Constructs a new PeersWanted.
             * @memberof rouged.v1
             * @classdesc Represents a PeersWanted.
             * @constructor
             * @param {rouged.v1.PeersWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeersWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Creates a new PeersWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeersWanted
             * @static
             * @param {rouged.v1.PeersWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeersWanted} PeersWanted instance
             * @type {{
             *   (properties: rouged.v1.PeersWanted.$Shape): rouged.v1.PeersWanted & rouged.v1.PeersWanted.$Shape;
             *   (properties?: rouged.v1.PeersWanted.$Properties): rouged.v1.PeersWanted;
             * }}
             */
            PeersWanted.create = function(properties) {
                return new PeersWanted(properties);
            };

            /**
             * Encodes the specified PeersWanted message. Does not implicitly {@link rouged.v1.PeersWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeersWanted
             * @static
             * @param {rouged.v1.PeersWanted.$Properties} message PeersWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeersWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeersWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeersWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeersWanted & rouged.v1.PeersWanted.$Shape} PeersWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeersWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeersWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeersWanted;
        })();

        v1.PeerAddresses = (function() {

            /**
             * Properties of a PeerAddresses.
             * @typedef {Object} rouged.v1.PeerAddresses.$Properties
             * @property {Array.<rouged.v1.PeerAddress.$Properties>|null} [peers] PeerAddresses peers
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerAddresses.
             * @memberof rouged.v1
             * @interface IPeerAddresses
             * @augments rouged.v1.PeerAddresses.$Properties
             * @deprecated Use rouged.v1.PeerAddresses.$Properties instead.
             */

            /**
             * Shape of a PeerAddresses.
             * @typedef {rouged.v1.PeerAddresses.$Properties} rouged.v1.PeerAddresses.$Shape
             */

            /**
             * Constructs a new PeerAddresses.
             * @memberof rouged.v1
             * @classdesc Represents a PeerAddresses.
             * @constructor
             * @param {rouged.v1.PeerAddresses.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerAddresses = function (properties) {
                this.peers = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerAddresses peers.
             * @member {Array.<rouged.v1.PeerAddress.$Properties>} peers
             * @memberof rouged.v1.PeerAddresses
             * @instance
             */
            PeerAddresses.prototype.peers = $util.emptyArray;

            /**
             * Creates a new PeerAddresses instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerAddresses
             * @static
             * @param {rouged.v1.PeerAddresses.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerAddresses} PeerAddresses instance
             * @type {{
             *   (properties: rouged.v1.PeerAddresses.$Shape): rouged.v1.PeerAddresses & rouged.v1.PeerAddresses.$Shape;
             *   (properties?: rouged.v1.PeerAddresses.$Properties): rouged.v1.PeerAddresses;
             * }}
             */
            PeerAddresses.create = function(properties) {
                return new PeerAddresses(properties);
            };

            /**
             * Encodes the specified PeerAddresses message. Does not implicitly {@link rouged.v1.PeerAddresses.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerAddresses
             * @static
             * @param {rouged.v1.PeerAddresses.$Properties} message PeerAddresses message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerAddresses.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.peers != null && message.peers.length)
                    for (let i = 0; i < message.peers.length; ++i)
                        $root.rouged.v1.PeerAddress.encode(message.peers[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerAddresses message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerAddresses
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerAddresses & rouged.v1.PeerAddresses.$Shape} PeerAddresses
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerAddresses.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerAddresses();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.peers && message.peers.length))
                                message.peers = [];
                            message.peers.push($root.rouged.v1.PeerAddress.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerAddresses;
        })();

        v1.PeerAddress = (function() {

            /**
             * Properties of a PeerAddress.
             * @typedef {Object} rouged.v1.PeerAddress.$Properties
             * @property {string|null} [url] PeerAddress url
             * @property {string|null} [name] PeerAddress name
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerAddress.
             * @memberof rouged.v1
             * @interface IPeerAddress
             * @augments rouged.v1.PeerAddress.$Properties
             * @deprecated Use rouged.v1.PeerAddress.$Properties instead.
             */

            /**
             * Shape of a PeerAddress.
             * @typedef {rouged.v1.PeerAddress.$Properties} rouged.v1.PeerAddress.$Shape
             */

            /**
             * Constructs a new PeerAddress.
             * @memberof rouged.v1
             * @classdesc Represents a PeerAddress.
             * @constructor
             * @param {rouged.v1.PeerAddress.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerAddress = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerAddress url.
             * @member {string} url
             * @memberof rouged.v1.PeerAddress
             * @instance
             */
            PeerAddress.prototype.url = "";

            /**
             * PeerAddress name.
             * @member {string} name
             * @memberof rouged.v1.PeerAddress
             * @instance
             */
            PeerAddress.prototype.name = "";

            /**
             * Creates a new PeerAddress instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerAddress
             * @static
             * @param {rouged.v1.PeerAddress.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerAddress} PeerAddress instance
             * @type {{
             *   (properties: rouged.v1.PeerAddress.$Shape): rouged.v1.PeerAddress & rouged.v1.PeerAddress.$Shape;
             *   (properties?: rouged.v1.PeerAddress.$Properties): rouged.v1.PeerAddress;
             * }}
             */
            PeerAddress.create = function(properties) {
                return new PeerAddress(properties);
            };

            /**
             * Encodes the specified PeerAddress message. Does not implicitly {@link rouged.v1.PeerAddress.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerAddress
             * @static
             * @param {rouged.v1.PeerAddress.$Properties} message PeerAddress message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerAddress.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.url != null && $Object.hasOwnProperty.call(message, "url") && message.url !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.url);
                if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerAddress message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerAddress
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerAddress & rouged.v1.PeerAddress.$Shape} PeerAddress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerAddress.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerAddress();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.url = value;
                            else
                                delete message.url;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.name = value;
                            else
                                delete message.name;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerAddress;
        })();

        v1.PeerEvidence = (function() {

            /**
             * Properties of a PeerEvidence.
             * @typedef {Object} rouged.v1.PeerEvidence.$Properties
             * @property {Uint8Array|null} [evidence] PeerEvidence evidence
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a PeerEvidence.
             * @memberof rouged.v1
             * @interface IPeerEvidence
             * @augments rouged.v1.PeerEvidence.$Properties
             * @deprecated Use rouged.v1.PeerEvidence.$Properties instead.
             */

            /**
             * Shape of a PeerEvidence.
             * @typedef {rouged.v1.PeerEvidence.$Properties} rouged.v1.PeerEvidence.$Shape
             */

            /**
             * Constructs a new PeerEvidence.
             * @memberof rouged.v1
             * @classdesc Represents a PeerEvidence.
             * @constructor
             * @param {rouged.v1.PeerEvidence.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const PeerEvidence = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * PeerEvidence evidence.
             * @member {Uint8Array} evidence
             * @memberof rouged.v1.PeerEvidence
             * @instance
             */
            PeerEvidence.prototype.evidence = $util.newBuffer([]);

            /**
             * Creates a new PeerEvidence instance using the specified properties.
             * @function create
             * @memberof rouged.v1.PeerEvidence
             * @static
             * @param {rouged.v1.PeerEvidence.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.PeerEvidence} PeerEvidence instance
             * @type {{
             *   (properties: rouged.v1.PeerEvidence.$Shape): rouged.v1.PeerEvidence & rouged.v1.PeerEvidence.$Shape;
             *   (properties?: rouged.v1.PeerEvidence.$Properties): rouged.v1.PeerEvidence;
             * }}
             */
            PeerEvidence.create = function(properties) {
                return new PeerEvidence(properties);
            };

            /**
             * Encodes the specified PeerEvidence message. Does not implicitly {@link rouged.v1.PeerEvidence.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.PeerEvidence
             * @static
             * @param {rouged.v1.PeerEvidence.$Properties} message PeerEvidence message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PeerEvidence.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.evidence != null && $Object.hasOwnProperty.call(message, "evidence") && message.evidence.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.evidence);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a PeerEvidence message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.PeerEvidence
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.PeerEvidence & rouged.v1.PeerEvidence.$Shape} PeerEvidence
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            PeerEvidence.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.PeerEvidence();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.evidence = value;
                            else
                                delete message.evidence;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PeerEvidence;
        })();

        v1.Ping = (function() {

            /**
             * Properties of a Ping.
             * @typedef {Object} rouged.v1.Ping.$Properties
             * @property {number|null} [number] Ping number
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Ping.
             * @memberof rouged.v1
             * @interface IPing
             * @augments rouged.v1.Ping.$Properties
             * @deprecated Use rouged.v1.Ping.$Properties instead.
             */

            /**
             * Shape of a Ping.
             * @typedef {rouged.v1.Ping.$Properties} rouged.v1.Ping.$Shape
             */

            /**
             * Constructs a new Ping.
             * @memberof rouged.v1
             * @classdesc Represents a Ping.
             * @constructor
             * @param {rouged.v1.Ping.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Ping = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Ping number.
             * @member {number} number
             * @memberof rouged.v1.Ping
             * @instance
             */
            Ping.prototype.number = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new Ping instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Ping
             * @static
             * @param {rouged.v1.Ping.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Ping} Ping instance
             * @type {{
             *   (properties: rouged.v1.Ping.$Shape): rouged.v1.Ping & rouged.v1.Ping.$Shape;
             *   (properties?: rouged.v1.Ping.$Properties): rouged.v1.Ping;
             * }}
             */
            Ping.create = function(properties) {
                return new Ping(properties);
            };

            /**
             * Encodes the specified Ping message. Does not implicitly {@link rouged.v1.Ping.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Ping
             * @static
             * @param {rouged.v1.Ping.$Properties} message Ping message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Ping.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.number != null && $Object.hasOwnProperty.call(message, "number") && (typeof message.number === "object" ? message.number.low || message.number.high : message.number !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.number);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Ping message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Ping
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Ping & rouged.v1.Ping.$Shape} Ping
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Ping.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Ping();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.number = value;
                            else
                                delete message.number;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Ping;
        })();

        v1.Pong = (function() {

            /**
             * Properties of a Pong.
             * @typedef {Object} rouged.v1.Pong.$Properties
             * @property {number|null} [number] Pong number
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Pong.
             * @memberof rouged.v1
             * @interface IPong
             * @augments rouged.v1.Pong.$Properties
             * @deprecated Use rouged.v1.Pong.$Properties instead.
             */

            /**
             * Shape of a Pong.
             * @typedef {rouged.v1.Pong.$Properties} rouged.v1.Pong.$Shape
             */

            /**
             * Constructs a new Pong.
             * @memberof rouged.v1
             * @classdesc Represents a Pong.
             * @constructor
             * @param {rouged.v1.Pong.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Pong = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Pong number.
             * @member {number} number
             * @memberof rouged.v1.Pong
             * @instance
             */
            Pong.prototype.number = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new Pong instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Pong
             * @static
             * @param {rouged.v1.Pong.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Pong} Pong instance
             * @type {{
             *   (properties: rouged.v1.Pong.$Shape): rouged.v1.Pong & rouged.v1.Pong.$Shape;
             *   (properties?: rouged.v1.Pong.$Properties): rouged.v1.Pong;
             * }}
             */
            Pong.create = function(properties) {
                return new Pong(properties);
            };

            /**
             * Encodes the specified Pong message. Does not implicitly {@link rouged.v1.Pong.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Pong
             * @static
             * @param {rouged.v1.Pong.$Properties} message Pong message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Pong.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.number != null && $Object.hasOwnProperty.call(message, "number") && (typeof message.number === "object" ? message.number.low || message.number.high : message.number !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.number);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Pong message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Pong
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Pong & rouged.v1.Pong.$Shape} Pong
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Pong.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Pong();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.number = value;
                            else
                                delete message.number;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Pong;
        })();

        v1.Goodbye = (function() {

            /**
             * Properties of a Goodbye.
             * @typedef {Object} rouged.v1.Goodbye.$Properties
             * @property {string|null} [reason] Goodbye reason
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Goodbye.
             * @memberof rouged.v1
             * @interface IGoodbye
             * @augments rouged.v1.Goodbye.$Properties
             * @deprecated Use rouged.v1.Goodbye.$Properties instead.
             */

            /**
             * Shape of a Goodbye.
             * @typedef {rouged.v1.Goodbye.$Properties} rouged.v1.Goodbye.$Shape
             */

            /**
             * Constructs a new Goodbye.
             * @memberof rouged.v1
             * @classdesc Represents a Goodbye.
             * @constructor
             * @param {rouged.v1.Goodbye.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Goodbye = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Goodbye reason.
             * @member {string} reason
             * @memberof rouged.v1.Goodbye
             * @instance
             */
            Goodbye.prototype.reason = "";

            /**
             * Creates a new Goodbye instance using the specified properties.
             * @function create
             * @memberof rouged.v1.Goodbye
             * @static
             * @param {rouged.v1.Goodbye.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.Goodbye} Goodbye instance
             * @type {{
             *   (properties: rouged.v1.Goodbye.$Shape): rouged.v1.Goodbye & rouged.v1.Goodbye.$Shape;
             *   (properties?: rouged.v1.Goodbye.$Properties): rouged.v1.Goodbye;
             * }}
             */
            Goodbye.create = function(properties) {
                return new Goodbye(properties);
            };

            /**
             * Encodes the specified Goodbye message. Does not implicitly {@link rouged.v1.Goodbye.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.Goodbye
             * @static
             * @param {rouged.v1.Goodbye.$Properties} message Goodbye message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Goodbye.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.reason);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Goodbye message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.Goodbye
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.Goodbye & rouged.v1.Goodbye.$Shape} Goodbye
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Goodbye.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.Goodbye();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Goodbye;
        })();

        v1.KeyElsewhere = (function() {

            /**
             * Properties of a KeyElsewhere.
             * @typedef {Object} rouged.v1.KeyElsewhere.$Properties
             * @property {Uint8Array|null} [text] KeyElsewhere text
             * @property {Uint8Array|null} [signature] KeyElsewhere signature
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a KeyElsewhere.
             * @memberof rouged.v1
             * @interface IKeyElsewhere
             * @augments rouged.v1.KeyElsewhere.$Properties
             * @deprecated Use rouged.v1.KeyElsewhere.$Properties instead.
             */

            /**
             * Shape of a KeyElsewhere.
             * @typedef {rouged.v1.KeyElsewhere.$Properties} rouged.v1.KeyElsewhere.$Shape
             */

            /**
             * Constructs a new KeyElsewhere.
             * @memberof rouged.v1
             * @classdesc Represents a KeyElsewhere.
             * @constructor
             * @param {rouged.v1.KeyElsewhere.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const KeyElsewhere = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * KeyElsewhere text.
             * @member {Uint8Array} text
             * @memberof rouged.v1.KeyElsewhere
             * @instance
             */
            KeyElsewhere.prototype.text = $util.newBuffer([]);

            /**
             * KeyElsewhere signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.KeyElsewhere
             * @instance
             */
            KeyElsewhere.prototype.signature = $util.newBuffer([]);

            /**
             * Creates a new KeyElsewhere instance using the specified properties.
             * @function create
             * @memberof rouged.v1.KeyElsewhere
             * @static
             * @param {rouged.v1.KeyElsewhere.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.KeyElsewhere} KeyElsewhere instance
             * @type {{
             *   (properties: rouged.v1.KeyElsewhere.$Shape): rouged.v1.KeyElsewhere & rouged.v1.KeyElsewhere.$Shape;
             *   (properties?: rouged.v1.KeyElsewhere.$Properties): rouged.v1.KeyElsewhere;
             * }}
             */
            KeyElsewhere.create = function(properties) {
                return new KeyElsewhere(properties);
            };

            /**
             * Encodes the specified KeyElsewhere message. Does not implicitly {@link rouged.v1.KeyElsewhere.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.KeyElsewhere
             * @static
             * @param {rouged.v1.KeyElsewhere.$Properties} message KeyElsewhere message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            KeyElsewhere.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.text);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a KeyElsewhere message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.KeyElsewhere
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.KeyElsewhere & rouged.v1.KeyElsewhere.$Shape} KeyElsewhere
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            KeyElsewhere.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.KeyElsewhere();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return KeyElsewhere;
        })();

        v1.SnapshotsWanted = (function() {

            /**
             * Properties of a SnapshotsWanted.
             * @typedef {Object} rouged.v1.SnapshotsWanted.$Properties
             * @property {number|null} [request] SnapshotsWanted request
             * @property {number|null} [height] SnapshotsWanted height
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotsWanted.
             * @memberof rouged.v1
             * @interface ISnapshotsWanted
             * @augments rouged.v1.SnapshotsWanted.$Properties
             * @deprecated Use rouged.v1.SnapshotsWanted.$Properties instead.
             */

            /**
             * Shape of a SnapshotsWanted.
             * @typedef {rouged.v1.SnapshotsWanted.$Properties} rouged.v1.SnapshotsWanted.$Shape
             */

            /**
             * Constructs a new SnapshotsWanted.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotsWanted.
             * @constructor
             * @param {rouged.v1.SnapshotsWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotsWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotsWanted request.
             * @member {number} request
             * @memberof rouged.v1.SnapshotsWanted
             * @instance
             */
            SnapshotsWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotsWanted height.
             * @member {number} height
             * @memberof rouged.v1.SnapshotsWanted
             * @instance
             */
            SnapshotsWanted.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new SnapshotsWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotsWanted
             * @static
             * @param {rouged.v1.SnapshotsWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotsWanted} SnapshotsWanted instance
             * @type {{
             *   (properties: rouged.v1.SnapshotsWanted.$Shape): rouged.v1.SnapshotsWanted & rouged.v1.SnapshotsWanted.$Shape;
             *   (properties?: rouged.v1.SnapshotsWanted.$Properties): rouged.v1.SnapshotsWanted;
             * }}
             */
            SnapshotsWanted.create = function(properties) {
                return new SnapshotsWanted(properties);
            };

            /**
             * Encodes the specified SnapshotsWanted message. Does not implicitly {@link rouged.v1.SnapshotsWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotsWanted
             * @static
             * @param {rouged.v1.SnapshotsWanted.$Properties} message SnapshotsWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotsWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.height);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotsWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotsWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotsWanted & rouged.v1.SnapshotsWanted.$Shape} SnapshotsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotsWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotsWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotsWanted;
        })();

        v1.SnapshotsOffered = (function() {

            /**
             * Properties of a SnapshotsOffered.
             * @typedef {Object} rouged.v1.SnapshotsOffered.$Properties
             * @property {number|null} [request] SnapshotsOffered request
             * @property {Array.<rouged.v1.SnapshotFacts.$Properties>|null} [snapshots] SnapshotsOffered snapshots
             * @property {Uint8Array|null} [blockHash] SnapshotsOffered blockHash
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotsOffered.
             * @memberof rouged.v1
             * @interface ISnapshotsOffered
             * @augments rouged.v1.SnapshotsOffered.$Properties
             * @deprecated Use rouged.v1.SnapshotsOffered.$Properties instead.
             */

            /**
             * Shape of a SnapshotsOffered.
             * @typedef {rouged.v1.SnapshotsOffered.$Properties} rouged.v1.SnapshotsOffered.$Shape
             */

            /**
             * Constructs a new SnapshotsOffered.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotsOffered.
             * @constructor
             * @param {rouged.v1.SnapshotsOffered.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotsOffered = function (properties) {
                this.snapshots = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotsOffered request.
             * @member {number} request
             * @memberof rouged.v1.SnapshotsOffered
             * @instance
             */
            SnapshotsOffered.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotsOffered snapshots.
             * @member {Array.<rouged.v1.SnapshotFacts.$Properties>} snapshots
             * @memberof rouged.v1.SnapshotsOffered
             * @instance
             */
            SnapshotsOffered.prototype.snapshots = $util.emptyArray;

            /**
             * SnapshotsOffered blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.SnapshotsOffered
             * @instance
             */
            SnapshotsOffered.prototype.blockHash = $util.newBuffer([]);

            /**
             * Creates a new SnapshotsOffered instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotsOffered
             * @static
             * @param {rouged.v1.SnapshotsOffered.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotsOffered} SnapshotsOffered instance
             * @type {{
             *   (properties: rouged.v1.SnapshotsOffered.$Shape): rouged.v1.SnapshotsOffered & rouged.v1.SnapshotsOffered.$Shape;
             *   (properties?: rouged.v1.SnapshotsOffered.$Properties): rouged.v1.SnapshotsOffered;
             * }}
             */
            SnapshotsOffered.create = function(properties) {
                return new SnapshotsOffered(properties);
            };

            /**
             * Encodes the specified SnapshotsOffered message. Does not implicitly {@link rouged.v1.SnapshotsOffered.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotsOffered
             * @static
             * @param {rouged.v1.SnapshotsOffered.$Properties} message SnapshotsOffered message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotsOffered.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.snapshots != null && message.snapshots.length)
                    for (let i = 0; i < message.snapshots.length; ++i)
                        $root.rouged.v1.SnapshotFacts.encode(message.snapshots[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.blockHash);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotsOffered message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotsOffered
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotsOffered & rouged.v1.SnapshotsOffered.$Shape} SnapshotsOffered
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotsOffered.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotsOffered();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.snapshots && message.snapshots.length))
                                message.snapshots = [];
                            message.snapshots.push($root.rouged.v1.SnapshotFacts.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotsOffered;
        })();

        v1.SnapshotFacts = (function() {

            /**
             * Properties of a SnapshotFacts.
             * @typedef {Object} rouged.v1.SnapshotFacts.$Properties
             * @property {number|null} [height] SnapshotFacts height
             * @property {Uint8Array|null} [blockHash] SnapshotFacts blockHash
             * @property {Uint8Array|null} [id] SnapshotFacts id
             * @property {number|null} [parts] SnapshotFacts parts
             * @property {number|null} [bytes] SnapshotFacts bytes
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotFacts.
             * @memberof rouged.v1
             * @interface ISnapshotFacts
             * @augments rouged.v1.SnapshotFacts.$Properties
             * @deprecated Use rouged.v1.SnapshotFacts.$Properties instead.
             */

            /**
             * Shape of a SnapshotFacts.
             * @typedef {rouged.v1.SnapshotFacts.$Properties} rouged.v1.SnapshotFacts.$Shape
             */

            /**
             * Constructs a new SnapshotFacts.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotFacts.
             * @constructor
             * @param {rouged.v1.SnapshotFacts.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotFacts = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotFacts height.
             * @member {number} height
             * @memberof rouged.v1.SnapshotFacts
             * @instance
             */
            SnapshotFacts.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotFacts blockHash.
             * @member {Uint8Array} blockHash
             * @memberof rouged.v1.SnapshotFacts
             * @instance
             */
            SnapshotFacts.prototype.blockHash = $util.newBuffer([]);

            /**
             * SnapshotFacts id.
             * @member {Uint8Array} id
             * @memberof rouged.v1.SnapshotFacts
             * @instance
             */
            SnapshotFacts.prototype.id = $util.newBuffer([]);

            /**
             * SnapshotFacts parts.
             * @member {number} parts
             * @memberof rouged.v1.SnapshotFacts
             * @instance
             */
            SnapshotFacts.prototype.parts = 0;

            /**
             * SnapshotFacts bytes.
             * @member {number} bytes
             * @memberof rouged.v1.SnapshotFacts
             * @instance
             */
            SnapshotFacts.prototype.bytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new SnapshotFacts instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotFacts
             * @static
             * @param {rouged.v1.SnapshotFacts.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotFacts} SnapshotFacts instance
             * @type {{
             *   (properties: rouged.v1.SnapshotFacts.$Shape): rouged.v1.SnapshotFacts & rouged.v1.SnapshotFacts.$Shape;
             *   (properties?: rouged.v1.SnapshotFacts.$Properties): rouged.v1.SnapshotFacts;
             * }}
             */
            SnapshotFacts.create = function(properties) {
                return new SnapshotFacts(properties);
            };

            /**
             * Encodes the specified SnapshotFacts message. Does not implicitly {@link rouged.v1.SnapshotFacts.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotFacts
             * @static
             * @param {rouged.v1.SnapshotFacts.$Properties} message SnapshotFacts message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotFacts.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.height);
                if (message.blockHash != null && $Object.hasOwnProperty.call(message, "blockHash") && message.blockHash.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.blockHash);
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.id);
                if (message.parts != null && $Object.hasOwnProperty.call(message, "parts") && message.parts !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.parts);
                if (message.bytes != null && $Object.hasOwnProperty.call(message, "bytes") && (typeof message.bytes === "object" ? message.bytes.low || message.bytes.high : message.bytes !== 0))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint64(message.bytes);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotFacts message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotFacts
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotFacts & rouged.v1.SnapshotFacts.$Shape} SnapshotFacts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotFacts.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotFacts();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.blockHash = value;
                            else
                                delete message.blockHash;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.parts = value;
                            else
                                delete message.parts;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.bytes = value;
                            else
                                delete message.bytes;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotFacts;
        })();

        v1.SnapshotPartWanted = (function() {

            /**
             * Properties of a SnapshotPartWanted.
             * @typedef {Object} rouged.v1.SnapshotPartWanted.$Properties
             * @property {number|null} [request] SnapshotPartWanted request
             * @property {Uint8Array|null} [id] SnapshotPartWanted id
             * @property {number|null} [part] SnapshotPartWanted part
             * @property {number|null} [offset] SnapshotPartWanted offset
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotPartWanted.
             * @memberof rouged.v1
             * @interface ISnapshotPartWanted
             * @augments rouged.v1.SnapshotPartWanted.$Properties
             * @deprecated Use rouged.v1.SnapshotPartWanted.$Properties instead.
             */

            /**
             * Shape of a SnapshotPartWanted.
             * @typedef {rouged.v1.SnapshotPartWanted.$Properties} rouged.v1.SnapshotPartWanted.$Shape
             */

            /**
             * Constructs a new SnapshotPartWanted.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotPartWanted.
             * @constructor
             * @param {rouged.v1.SnapshotPartWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotPartWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotPartWanted request.
             * @member {number} request
             * @memberof rouged.v1.SnapshotPartWanted
             * @instance
             */
            SnapshotPartWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotPartWanted id.
             * @member {Uint8Array} id
             * @memberof rouged.v1.SnapshotPartWanted
             * @instance
             */
            SnapshotPartWanted.prototype.id = $util.newBuffer([]);

            /**
             * SnapshotPartWanted part.
             * @member {number} part
             * @memberof rouged.v1.SnapshotPartWanted
             * @instance
             */
            SnapshotPartWanted.prototype.part = 0;

            /**
             * SnapshotPartWanted offset.
             * @member {number} offset
             * @memberof rouged.v1.SnapshotPartWanted
             * @instance
             */
            SnapshotPartWanted.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new SnapshotPartWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotPartWanted
             * @static
             * @param {rouged.v1.SnapshotPartWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotPartWanted} SnapshotPartWanted instance
             * @type {{
             *   (properties: rouged.v1.SnapshotPartWanted.$Shape): rouged.v1.SnapshotPartWanted & rouged.v1.SnapshotPartWanted.$Shape;
             *   (properties?: rouged.v1.SnapshotPartWanted.$Properties): rouged.v1.SnapshotPartWanted;
             * }}
             */
            SnapshotPartWanted.create = function(properties) {
                return new SnapshotPartWanted(properties);
            };

            /**
             * Encodes the specified SnapshotPartWanted message. Does not implicitly {@link rouged.v1.SnapshotPartWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotPartWanted
             * @static
             * @param {rouged.v1.SnapshotPartWanted.$Properties} message SnapshotPartWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotPartWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.id);
                if (message.part != null && $Object.hasOwnProperty.call(message, "part") && message.part !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.part);
                if (message.offset != null && $Object.hasOwnProperty.call(message, "offset") && (typeof message.offset === "object" ? message.offset.low || message.offset.high : message.offset !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.offset);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotPartWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotPartWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotPartWanted & rouged.v1.SnapshotPartWanted.$Shape} SnapshotPartWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotPartWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotPartWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.part = value;
                            else
                                delete message.part;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.offset = value;
                            else
                                delete message.offset;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotPartWanted;
        })();

        v1.SnapshotPart = (function() {

            /**
             * Properties of a SnapshotPart.
             * @typedef {Object} rouged.v1.SnapshotPart.$Properties
             * @property {number|null} [request] SnapshotPart request
             * @property {Uint8Array|null} [bytes] SnapshotPart bytes
             * @property {boolean|null} [refused] SnapshotPart refused
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SnapshotPart.
             * @memberof rouged.v1
             * @interface ISnapshotPart
             * @augments rouged.v1.SnapshotPart.$Properties
             * @deprecated Use rouged.v1.SnapshotPart.$Properties instead.
             */

            /**
             * Shape of a SnapshotPart.
             * @typedef {rouged.v1.SnapshotPart.$Properties} rouged.v1.SnapshotPart.$Shape
             */

            /**
             * Constructs a new SnapshotPart.
             * @memberof rouged.v1
             * @classdesc Represents a SnapshotPart.
             * @constructor
             * @param {rouged.v1.SnapshotPart.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SnapshotPart = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SnapshotPart request.
             * @member {number} request
             * @memberof rouged.v1.SnapshotPart
             * @instance
             */
            SnapshotPart.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * SnapshotPart bytes.
             * @member {Uint8Array} bytes
             * @memberof rouged.v1.SnapshotPart
             * @instance
             */
            SnapshotPart.prototype.bytes = $util.newBuffer([]);

            /**
             * SnapshotPart refused.
             * @member {boolean} refused
             * @memberof rouged.v1.SnapshotPart
             * @instance
             */
            SnapshotPart.prototype.refused = false;

            /**
             * Creates a new SnapshotPart instance using the specified properties.
             * @function create
             * @memberof rouged.v1.SnapshotPart
             * @static
             * @param {rouged.v1.SnapshotPart.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.SnapshotPart} SnapshotPart instance
             * @type {{
             *   (properties: rouged.v1.SnapshotPart.$Shape): rouged.v1.SnapshotPart & rouged.v1.SnapshotPart.$Shape;
             *   (properties?: rouged.v1.SnapshotPart.$Properties): rouged.v1.SnapshotPart;
             * }}
             */
            SnapshotPart.create = function(properties) {
                return new SnapshotPart(properties);
            };

            /**
             * Encodes the specified SnapshotPart message. Does not implicitly {@link rouged.v1.SnapshotPart.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.SnapshotPart
             * @static
             * @param {rouged.v1.SnapshotPart.$Properties} message SnapshotPart message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SnapshotPart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.bytes != null && $Object.hasOwnProperty.call(message, "bytes") && message.bytes.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.bytes);
                if (message.refused != null && $Object.hasOwnProperty.call(message, "refused") && message.refused !== false)
                    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.refused);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SnapshotPart message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.SnapshotPart
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.SnapshotPart & rouged.v1.SnapshotPart.$Shape} SnapshotPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SnapshotPart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.SnapshotPart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.bytes = value;
                            else
                                delete message.bytes;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.refused = value;
                            else
                                delete message.refused;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SnapshotPart;
        })();

        v1.ServiceLogs = (function() {

            /**
             * Properties of a ServiceLogs.
             * @typedef {Object} rouged.v1.ServiceLogs.$Properties
             * @property {Array.<rouged.v1.ServiceLogMark.$Properties>|null} [marks] ServiceLogs marks
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceLogs.
             * @memberof rouged.v1
             * @interface IServiceLogs
             * @augments rouged.v1.ServiceLogs.$Properties
             * @deprecated Use rouged.v1.ServiceLogs.$Properties instead.
             */

            /**
             * Shape of a ServiceLogs.
             * @typedef {rouged.v1.ServiceLogs.$Properties} rouged.v1.ServiceLogs.$Shape
             */

            /**
             * Constructs a new ServiceLogs.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceLogs.
             * @constructor
             * @param {rouged.v1.ServiceLogs.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceLogs = function (properties) {
                this.marks = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceLogs marks.
             * @member {Array.<rouged.v1.ServiceLogMark.$Properties>} marks
             * @memberof rouged.v1.ServiceLogs
             * @instance
             */
            ServiceLogs.prototype.marks = $util.emptyArray;

            /**
             * Creates a new ServiceLogs instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceLogs
             * @static
             * @param {rouged.v1.ServiceLogs.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceLogs} ServiceLogs instance
             * @type {{
             *   (properties: rouged.v1.ServiceLogs.$Shape): rouged.v1.ServiceLogs & rouged.v1.ServiceLogs.$Shape;
             *   (properties?: rouged.v1.ServiceLogs.$Properties): rouged.v1.ServiceLogs;
             * }}
             */
            ServiceLogs.create = function(properties) {
                return new ServiceLogs(properties);
            };

            /**
             * Encodes the specified ServiceLogs message. Does not implicitly {@link rouged.v1.ServiceLogs.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceLogs
             * @static
             * @param {rouged.v1.ServiceLogs.$Properties} message ServiceLogs message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceLogs.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.marks != null && message.marks.length)
                    for (let i = 0; i < message.marks.length; ++i)
                        $root.rouged.v1.ServiceLogMark.encode(message.marks[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceLogs message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceLogs
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogs & rouged.v1.ServiceLogs.$Shape} ServiceLogs
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceLogs.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceLogs();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.marks && message.marks.length))
                                message.marks = [];
                            message.marks.push($root.rouged.v1.ServiceLogMark.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceLogs;
        })();

        v1.ServiceLogMark = (function() {

            /**
             * Properties of a ServiceLogMark.
             * @typedef {Object} rouged.v1.ServiceLogMark.$Properties
             * @property {Uint8Array|null} [origin] ServiceLogMark origin
             * @property {boolean|null} [isPrivate] ServiceLogMark isPrivate
             * @property {number|null} [last] ServiceLogMark last
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceLogMark.
             * @memberof rouged.v1
             * @interface IServiceLogMark
             * @augments rouged.v1.ServiceLogMark.$Properties
             * @deprecated Use rouged.v1.ServiceLogMark.$Properties instead.
             */

            /**
             * Shape of a ServiceLogMark.
             * @typedef {rouged.v1.ServiceLogMark.$Properties} rouged.v1.ServiceLogMark.$Shape
             */

            /**
             * Constructs a new ServiceLogMark.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceLogMark.
             * @constructor
             * @param {rouged.v1.ServiceLogMark.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceLogMark = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceLogMark origin.
             * @member {Uint8Array} origin
             * @memberof rouged.v1.ServiceLogMark
             * @instance
             */
            ServiceLogMark.prototype.origin = $util.newBuffer([]);

            /**
             * ServiceLogMark isPrivate.
             * @member {boolean} isPrivate
             * @memberof rouged.v1.ServiceLogMark
             * @instance
             */
            ServiceLogMark.prototype.isPrivate = false;

            /**
             * ServiceLogMark last.
             * @member {number} last
             * @memberof rouged.v1.ServiceLogMark
             * @instance
             */
            ServiceLogMark.prototype.last = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new ServiceLogMark instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceLogMark
             * @static
             * @param {rouged.v1.ServiceLogMark.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceLogMark} ServiceLogMark instance
             * @type {{
             *   (properties: rouged.v1.ServiceLogMark.$Shape): rouged.v1.ServiceLogMark & rouged.v1.ServiceLogMark.$Shape;
             *   (properties?: rouged.v1.ServiceLogMark.$Properties): rouged.v1.ServiceLogMark;
             * }}
             */
            ServiceLogMark.create = function(properties) {
                return new ServiceLogMark(properties);
            };

            /**
             * Encodes the specified ServiceLogMark message. Does not implicitly {@link rouged.v1.ServiceLogMark.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceLogMark
             * @static
             * @param {rouged.v1.ServiceLogMark.$Properties} message ServiceLogMark message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceLogMark.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.origin != null && $Object.hasOwnProperty.call(message, "origin") && message.origin.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.origin);
                if (message.isPrivate != null && $Object.hasOwnProperty.call(message, "isPrivate") && message.isPrivate !== false)
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.isPrivate);
                if (message.last != null && $Object.hasOwnProperty.call(message, "last") && (typeof message.last === "object" ? message.last.low || message.last.high : message.last !== 0))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.last);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceLogMark message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceLogMark
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogMark & rouged.v1.ServiceLogMark.$Shape} ServiceLogMark
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceLogMark.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceLogMark();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.origin = value;
                            else
                                delete message.origin;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.isPrivate = value;
                            else
                                delete message.isPrivate;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.last = value;
                            else
                                delete message.last;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceLogMark;
        })();

        v1.ServiceRunsWanted = (function() {

            /**
             * Properties of a ServiceRunsWanted.
             * @typedef {Object} rouged.v1.ServiceRunsWanted.$Properties
             * @property {number|null} [request] ServiceRunsWanted request
             * @property {Uint8Array|null} [origin] ServiceRunsWanted origin
             * @property {boolean|null} [isPrivate] ServiceRunsWanted isPrivate
             * @property {number|null} [from] ServiceRunsWanted from
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceRunsWanted.
             * @memberof rouged.v1
             * @interface IServiceRunsWanted
             * @augments rouged.v1.ServiceRunsWanted.$Properties
             * @deprecated Use rouged.v1.ServiceRunsWanted.$Properties instead.
             */

            /**
             * Shape of a ServiceRunsWanted.
             * @typedef {rouged.v1.ServiceRunsWanted.$Properties} rouged.v1.ServiceRunsWanted.$Shape
             */

            /**
             * Constructs a new ServiceRunsWanted.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceRunsWanted.
             * @constructor
             * @param {rouged.v1.ServiceRunsWanted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceRunsWanted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceRunsWanted request.
             * @member {number} request
             * @memberof rouged.v1.ServiceRunsWanted
             * @instance
             */
            ServiceRunsWanted.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceRunsWanted origin.
             * @member {Uint8Array} origin
             * @memberof rouged.v1.ServiceRunsWanted
             * @instance
             */
            ServiceRunsWanted.prototype.origin = $util.newBuffer([]);

            /**
             * ServiceRunsWanted isPrivate.
             * @member {boolean} isPrivate
             * @memberof rouged.v1.ServiceRunsWanted
             * @instance
             */
            ServiceRunsWanted.prototype.isPrivate = false;

            /**
             * ServiceRunsWanted from.
             * @member {number} from
             * @memberof rouged.v1.ServiceRunsWanted
             * @instance
             */
            ServiceRunsWanted.prototype.from = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new ServiceRunsWanted instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceRunsWanted
             * @static
             * @param {rouged.v1.ServiceRunsWanted.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceRunsWanted} ServiceRunsWanted instance
             * @type {{
             *   (properties: rouged.v1.ServiceRunsWanted.$Shape): rouged.v1.ServiceRunsWanted & rouged.v1.ServiceRunsWanted.$Shape;
             *   (properties?: rouged.v1.ServiceRunsWanted.$Properties): rouged.v1.ServiceRunsWanted;
             * }}
             */
            ServiceRunsWanted.create = function(properties) {
                return new ServiceRunsWanted(properties);
            };

            /**
             * Encodes the specified ServiceRunsWanted message. Does not implicitly {@link rouged.v1.ServiceRunsWanted.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceRunsWanted
             * @static
             * @param {rouged.v1.ServiceRunsWanted.$Properties} message ServiceRunsWanted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceRunsWanted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.origin != null && $Object.hasOwnProperty.call(message, "origin") && message.origin.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.origin);
                if (message.isPrivate != null && $Object.hasOwnProperty.call(message, "isPrivate") && message.isPrivate !== false)
                    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.isPrivate);
                if (message.from != null && $Object.hasOwnProperty.call(message, "from") && (typeof message.from === "object" ? message.from.low || message.from.high : message.from !== 0))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.from);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceRunsWanted message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceRunsWanted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRunsWanted & rouged.v1.ServiceRunsWanted.$Shape} ServiceRunsWanted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceRunsWanted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceRunsWanted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.origin = value;
                            else
                                delete message.origin;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.isPrivate = value;
                            else
                                delete message.isPrivate;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.from = value;
                            else
                                delete message.from;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceRunsWanted;
        })();

        v1.ServiceRuns = (function() {

            /**
             * Properties of a ServiceRuns.
             * @typedef {Object} rouged.v1.ServiceRuns.$Properties
             * @property {number|null} [request] ServiceRuns request
             * @property {Uint8Array|null} [runs] ServiceRuns runs
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceRuns.
             * @memberof rouged.v1
             * @interface IServiceRuns
             * @augments rouged.v1.ServiceRuns.$Properties
             * @deprecated Use rouged.v1.ServiceRuns.$Properties instead.
             */

            /**
             * Shape of a ServiceRuns.
             * @typedef {rouged.v1.ServiceRuns.$Properties} rouged.v1.ServiceRuns.$Shape
             */

            /**
             * Constructs a new ServiceRuns.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceRuns.
             * @constructor
             * @param {rouged.v1.ServiceRuns.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceRuns = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceRuns request.
             * @member {number} request
             * @memberof rouged.v1.ServiceRuns
             * @instance
             */
            ServiceRuns.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceRuns runs.
             * @member {Uint8Array} runs
             * @memberof rouged.v1.ServiceRuns
             * @instance
             */
            ServiceRuns.prototype.runs = $util.newBuffer([]);

            /**
             * Creates a new ServiceRuns instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceRuns
             * @static
             * @param {rouged.v1.ServiceRuns.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceRuns} ServiceRuns instance
             * @type {{
             *   (properties: rouged.v1.ServiceRuns.$Shape): rouged.v1.ServiceRuns & rouged.v1.ServiceRuns.$Shape;
             *   (properties?: rouged.v1.ServiceRuns.$Properties): rouged.v1.ServiceRuns;
             * }}
             */
            ServiceRuns.create = function(properties) {
                return new ServiceRuns(properties);
            };

            /**
             * Encodes the specified ServiceRuns message. Does not implicitly {@link rouged.v1.ServiceRuns.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceRuns
             * @static
             * @param {rouged.v1.ServiceRuns.$Properties} message ServiceRuns message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceRuns.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.runs != null && $Object.hasOwnProperty.call(message, "runs") && message.runs.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.runs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceRuns message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceRuns
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRuns & rouged.v1.ServiceRuns.$Shape} ServiceRuns
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceRuns.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceRuns();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.runs = value;
                            else
                                delete message.runs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceRuns;
        })();

        v1.ServiceLogPart = (function() {

            /**
             * Properties of a ServiceLogPart.
             * @typedef {Object} rouged.v1.ServiceLogPart.$Properties
             * @property {Uint8Array|null} [originKey] ServiceLogPart originKey
             * @property {Array.<rouged.v1.ServiceRun.$Properties>|null} [runs] ServiceLogPart runs
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceLogPart.
             * @memberof rouged.v1
             * @interface IServiceLogPart
             * @augments rouged.v1.ServiceLogPart.$Properties
             * @deprecated Use rouged.v1.ServiceLogPart.$Properties instead.
             */

            /**
             * Shape of a ServiceLogPart.
             * @typedef {rouged.v1.ServiceLogPart.$Properties} rouged.v1.ServiceLogPart.$Shape
             */

            /**
             * Constructs a new ServiceLogPart.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceLogPart.
             * @constructor
             * @param {rouged.v1.ServiceLogPart.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceLogPart = function (properties) {
                this.runs = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceLogPart originKey.
             * @member {Uint8Array} originKey
             * @memberof rouged.v1.ServiceLogPart
             * @instance
             */
            ServiceLogPart.prototype.originKey = $util.newBuffer([]);

            /**
             * ServiceLogPart runs.
             * @member {Array.<rouged.v1.ServiceRun.$Properties>} runs
             * @memberof rouged.v1.ServiceLogPart
             * @instance
             */
            ServiceLogPart.prototype.runs = $util.emptyArray;

            /**
             * Creates a new ServiceLogPart instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceLogPart
             * @static
             * @param {rouged.v1.ServiceLogPart.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceLogPart} ServiceLogPart instance
             * @type {{
             *   (properties: rouged.v1.ServiceLogPart.$Shape): rouged.v1.ServiceLogPart & rouged.v1.ServiceLogPart.$Shape;
             *   (properties?: rouged.v1.ServiceLogPart.$Properties): rouged.v1.ServiceLogPart;
             * }}
             */
            ServiceLogPart.create = function(properties) {
                return new ServiceLogPart(properties);
            };

            /**
             * Encodes the specified ServiceLogPart message. Does not implicitly {@link rouged.v1.ServiceLogPart.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceLogPart
             * @static
             * @param {rouged.v1.ServiceLogPart.$Properties} message ServiceLogPart message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceLogPart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.originKey != null && $Object.hasOwnProperty.call(message, "originKey") && message.originKey.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.originKey);
                if (message.runs != null && message.runs.length)
                    for (let i = 0; i < message.runs.length; ++i)
                        $root.rouged.v1.ServiceRun.encode(message.runs[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceLogPart message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceLogPart
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceLogPart & rouged.v1.ServiceLogPart.$Shape} ServiceLogPart
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceLogPart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceLogPart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.originKey = value;
                            else
                                delete message.originKey;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.runs && message.runs.length))
                                message.runs = [];
                            message.runs.push($root.rouged.v1.ServiceRun.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceLogPart;
        })();

        v1.ServiceRun = (function() {

            /**
             * Properties of a ServiceRun.
             * @typedef {Object} rouged.v1.ServiceRun.$Properties
             * @property {number|null} [first] ServiceRun first
             * @property {Uint8Array|null} [previous] ServiceRun previous
             * @property {Uint8Array|null} [signature] ServiceRun signature
             * @property {Array.<rouged.v1.ServiceEntry.$Properties>|null} [entries] ServiceRun entries
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceRun.
             * @memberof rouged.v1
             * @interface IServiceRun
             * @augments rouged.v1.ServiceRun.$Properties
             * @deprecated Use rouged.v1.ServiceRun.$Properties instead.
             */

            /**
             * Shape of a ServiceRun.
             * @typedef {rouged.v1.ServiceRun.$Properties} rouged.v1.ServiceRun.$Shape
             */

            /**
             * Constructs a new ServiceRun.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceRun.
             * @constructor
             * @param {rouged.v1.ServiceRun.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceRun = function (properties) {
                this.entries = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceRun first.
             * @member {number} first
             * @memberof rouged.v1.ServiceRun
             * @instance
             */
            ServiceRun.prototype.first = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceRun previous.
             * @member {Uint8Array} previous
             * @memberof rouged.v1.ServiceRun
             * @instance
             */
            ServiceRun.prototype.previous = $util.newBuffer([]);

            /**
             * ServiceRun signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.ServiceRun
             * @instance
             */
            ServiceRun.prototype.signature = $util.newBuffer([]);

            /**
             * ServiceRun entries.
             * @member {Array.<rouged.v1.ServiceEntry.$Properties>} entries
             * @memberof rouged.v1.ServiceRun
             * @instance
             */
            ServiceRun.prototype.entries = $util.emptyArray;

            /**
             * Creates a new ServiceRun instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceRun
             * @static
             * @param {rouged.v1.ServiceRun.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceRun} ServiceRun instance
             * @type {{
             *   (properties: rouged.v1.ServiceRun.$Shape): rouged.v1.ServiceRun & rouged.v1.ServiceRun.$Shape;
             *   (properties?: rouged.v1.ServiceRun.$Properties): rouged.v1.ServiceRun;
             * }}
             */
            ServiceRun.create = function(properties) {
                return new ServiceRun(properties);
            };

            /**
             * Encodes the specified ServiceRun message. Does not implicitly {@link rouged.v1.ServiceRun.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceRun
             * @static
             * @param {rouged.v1.ServiceRun.$Properties} message ServiceRun message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceRun.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.first != null && $Object.hasOwnProperty.call(message, "first") && (typeof message.first === "object" ? message.first.low || message.first.high : message.first !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.first);
                if (message.previous != null && $Object.hasOwnProperty.call(message, "previous") && message.previous.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.previous);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.signature);
                if (message.entries != null && message.entries.length)
                    for (let i = 0; i < message.entries.length; ++i)
                        $root.rouged.v1.ServiceEntry.encode(message.entries[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceRun message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceRun
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceRun & rouged.v1.ServiceRun.$Shape} ServiceRun
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceRun.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceRun();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.first = value;
                            else
                                delete message.first;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.previous = value;
                            else
                                delete message.previous;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.entries && message.entries.length))
                                message.entries = [];
                            message.entries.push($root.rouged.v1.ServiceEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceRun;
        })();

        v1.ServiceEntry = (function() {

            /**
             * Properties of a ServiceEntry.
             * @typedef {Object} rouged.v1.ServiceEntry.$Properties
             * @property {Uint8Array|null} [id] ServiceEntry id
             * @property {string|null} [kind] ServiceEntry kind
             * @property {number|null} [height] ServiceEntry height
             * @property {Uint8Array|null} [publicKey] ServiceEntry publicKey
             * @property {Uint8Array|null} [signature] ServiceEntry signature
             * @property {number|null} [keyAt] ServiceEntry keyAt
             * @property {Uint8Array|null} [text] ServiceEntry text
             * @property {boolean|null} [isPassedOver] ServiceEntry isPassedOver
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceEntry.
             * @memberof rouged.v1
             * @interface IServiceEntry
             * @augments rouged.v1.ServiceEntry.$Properties
             * @deprecated Use rouged.v1.ServiceEntry.$Properties instead.
             */

            /**
             * Shape of a ServiceEntry.
             * @typedef {rouged.v1.ServiceEntry.$Properties} rouged.v1.ServiceEntry.$Shape
             */

            /**
             * Constructs a new ServiceEntry.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceEntry.
             * @constructor
             * @param {rouged.v1.ServiceEntry.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceEntry = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceEntry id.
             * @member {Uint8Array} id
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.id = $util.newBuffer([]);

            /**
             * ServiceEntry kind.
             * @member {string} kind
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.kind = "";

            /**
             * ServiceEntry height.
             * @member {number} height
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceEntry publicKey.
             * @member {Uint8Array} publicKey
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.publicKey = $util.newBuffer([]);

            /**
             * ServiceEntry signature.
             * @member {Uint8Array} signature
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.signature = $util.newBuffer([]);

            /**
             * ServiceEntry keyAt.
             * @member {number} keyAt
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.keyAt = 0;

            /**
             * ServiceEntry text.
             * @member {Uint8Array} text
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.text = $util.newBuffer([]);

            /**
             * ServiceEntry isPassedOver.
             * @member {boolean} isPassedOver
             * @memberof rouged.v1.ServiceEntry
             * @instance
             */
            ServiceEntry.prototype.isPassedOver = false;

            /**
             * Creates a new ServiceEntry instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceEntry
             * @static
             * @param {rouged.v1.ServiceEntry.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceEntry} ServiceEntry instance
             * @type {{
             *   (properties: rouged.v1.ServiceEntry.$Shape): rouged.v1.ServiceEntry & rouged.v1.ServiceEntry.$Shape;
             *   (properties?: rouged.v1.ServiceEntry.$Properties): rouged.v1.ServiceEntry;
             * }}
             */
            ServiceEntry.create = function(properties) {
                return new ServiceEntry(properties);
            };

            /**
             * Encodes the specified ServiceEntry message. Does not implicitly {@link rouged.v1.ServiceEntry.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceEntry
             * @static
             * @param {rouged.v1.ServiceEntry.$Properties} message ServiceEntry message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceEntry.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.id);
                if (message.kind != null && $Object.hasOwnProperty.call(message, "kind") && message.kind !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.kind);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.height);
                if (message.publicKey != null && $Object.hasOwnProperty.call(message, "publicKey") && message.publicKey.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.publicKey);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.signature);
                if (message.keyAt != null && $Object.hasOwnProperty.call(message, "keyAt") && message.keyAt !== 0)
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.keyAt);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text.length)
                    writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.text);
                if (message.isPassedOver != null && $Object.hasOwnProperty.call(message, "isPassedOver") && message.isPassedOver !== false)
                    writer.uint32(/* id 8, wireType 0 =*/64).bool(message.isPassedOver);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceEntry message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceEntry
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceEntry & rouged.v1.ServiceEntry.$Shape} ServiceEntry
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceEntry.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceEntry();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.kind = value;
                            else
                                delete message.kind;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.publicKey = value;
                            else
                                delete message.publicKey;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.keyAt = value;
                            else
                                delete message.keyAt;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.text = value;
                            else
                                delete message.text;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.isPassedOver = value;
                            else
                                delete message.isPassedOver;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceEntry;
        })();

        v1.ServiceForward = (function() {

            /**
             * Properties of a ServiceForward.
             * @typedef {Object} rouged.v1.ServiceForward.$Properties
             * @property {number|null} [request] ServiceForward request
             * @property {string|null} [service] ServiceForward service
             * @property {Uint8Array|null} [body] ServiceForward body
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceForward.
             * @memberof rouged.v1
             * @interface IServiceForward
             * @augments rouged.v1.ServiceForward.$Properties
             * @deprecated Use rouged.v1.ServiceForward.$Properties instead.
             */

            /**
             * Shape of a ServiceForward.
             * @typedef {rouged.v1.ServiceForward.$Properties} rouged.v1.ServiceForward.$Shape
             */

            /**
             * Constructs a new ServiceForward.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceForward.
             * @constructor
             * @param {rouged.v1.ServiceForward.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceForward = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceForward request.
             * @member {number} request
             * @memberof rouged.v1.ServiceForward
             * @instance
             */
            ServiceForward.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceForward service.
             * @member {string} service
             * @memberof rouged.v1.ServiceForward
             * @instance
             */
            ServiceForward.prototype.service = "";

            /**
             * ServiceForward body.
             * @member {Uint8Array} body
             * @memberof rouged.v1.ServiceForward
             * @instance
             */
            ServiceForward.prototype.body = $util.newBuffer([]);

            /**
             * Creates a new ServiceForward instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceForward
             * @static
             * @param {rouged.v1.ServiceForward.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceForward} ServiceForward instance
             * @type {{
             *   (properties: rouged.v1.ServiceForward.$Shape): rouged.v1.ServiceForward & rouged.v1.ServiceForward.$Shape;
             *   (properties?: rouged.v1.ServiceForward.$Properties): rouged.v1.ServiceForward;
             * }}
             */
            ServiceForward.create = function(properties) {
                return new ServiceForward(properties);
            };

            /**
             * Encodes the specified ServiceForward message. Does not implicitly {@link rouged.v1.ServiceForward.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceForward
             * @static
             * @param {rouged.v1.ServiceForward.$Properties} message ServiceForward message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceForward.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.service != null && $Object.hasOwnProperty.call(message, "service") && message.service !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.service);
                if (message.body != null && $Object.hasOwnProperty.call(message, "body") && message.body.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.body);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceForward message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceForward
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceForward & rouged.v1.ServiceForward.$Shape} ServiceForward
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceForward.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceForward();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.service = value;
                            else
                                delete message.service;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.body = value;
                            else
                                delete message.body;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceForward;
        })();

        v1.ServiceForwarded = (function() {

            /**
             * Properties of a ServiceForwarded.
             * @typedef {Object} rouged.v1.ServiceForwarded.$Properties
             * @property {number|null} [request] ServiceForwarded request
             * @property {Uint8Array|null} [answer] ServiceForwarded answer
             * @property {string|null} [code] ServiceForwarded code
             * @property {string|null} [error] ServiceForwarded error
             * @property {number|null} [retryAfterSeconds] ServiceForwarded retryAfterSeconds
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a ServiceForwarded.
             * @memberof rouged.v1
             * @interface IServiceForwarded
             * @augments rouged.v1.ServiceForwarded.$Properties
             * @deprecated Use rouged.v1.ServiceForwarded.$Properties instead.
             */

            /**
             * Shape of a ServiceForwarded.
             * @typedef {rouged.v1.ServiceForwarded.$Properties} rouged.v1.ServiceForwarded.$Shape
             */

            /**
             * Constructs a new ServiceForwarded.
             * @memberof rouged.v1
             * @classdesc Represents a ServiceForwarded.
             * @constructor
             * @param {rouged.v1.ServiceForwarded.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const ServiceForwarded = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * ServiceForwarded request.
             * @member {number} request
             * @memberof rouged.v1.ServiceForwarded
             * @instance
             */
            ServiceForwarded.prototype.request = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * ServiceForwarded answer.
             * @member {Uint8Array} answer
             * @memberof rouged.v1.ServiceForwarded
             * @instance
             */
            ServiceForwarded.prototype.answer = $util.newBuffer([]);

            /**
             * ServiceForwarded code.
             * @member {string} code
             * @memberof rouged.v1.ServiceForwarded
             * @instance
             */
            ServiceForwarded.prototype.code = "";

            /**
             * ServiceForwarded error.
             * @member {string} error
             * @memberof rouged.v1.ServiceForwarded
             * @instance
             */
            ServiceForwarded.prototype.error = "";

            /**
             * ServiceForwarded retryAfterSeconds.
             * @member {number} retryAfterSeconds
             * @memberof rouged.v1.ServiceForwarded
             * @instance
             */
            ServiceForwarded.prototype.retryAfterSeconds = 0;

            /**
             * Creates a new ServiceForwarded instance using the specified properties.
             * @function create
             * @memberof rouged.v1.ServiceForwarded
             * @static
             * @param {rouged.v1.ServiceForwarded.$Properties=} [properties] Properties to set
             * @returns {rouged.v1.ServiceForwarded} ServiceForwarded instance
             * @type {{
             *   (properties: rouged.v1.ServiceForwarded.$Shape): rouged.v1.ServiceForwarded & rouged.v1.ServiceForwarded.$Shape;
             *   (properties?: rouged.v1.ServiceForwarded.$Properties): rouged.v1.ServiceForwarded;
             * }}
             */
            ServiceForwarded.create = function(properties) {
                return new ServiceForwarded(properties);
            };

            /**
             * Encodes the specified ServiceForwarded message. Does not implicitly {@link rouged.v1.ServiceForwarded.verify|verify} messages.
             * @function encode
             * @memberof rouged.v1.ServiceForwarded
             * @static
             * @param {rouged.v1.ServiceForwarded.$Properties} message ServiceForwarded message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            ServiceForwarded.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request") && (typeof message.request === "object" ? message.request.low || message.request.high : message.request !== 0))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.request);
                if (message.answer != null && $Object.hasOwnProperty.call(message, "answer") && message.answer.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.answer);
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.code);
                if (message.error != null && $Object.hasOwnProperty.call(message, "error") && message.error !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.error);
                if (message.retryAfterSeconds != null && $Object.hasOwnProperty.call(message, "retryAfterSeconds") && message.retryAfterSeconds !== 0)
                    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.retryAfterSeconds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a ServiceForwarded message from the specified reader or buffer.
             * @function decode
             * @memberof rouged.v1.ServiceForwarded
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {rouged.v1.ServiceForwarded & rouged.v1.ServiceForwarded.$Shape} ServiceForwarded
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            ServiceForwarded.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.rouged.v1.ServiceForwarded();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.request = value;
                            else
                                delete message.request;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.answer = value;
                            else
                                delete message.answer;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.error = value;
                            else
                                delete message.error;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.retryAfterSeconds = value;
                            else
                                delete message.retryAfterSeconds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServiceForwarded;
        })();

        return v1;
    })();

    return rouged;
})();

export {
  $root as default
};
