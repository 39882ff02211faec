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

        v1.StreamRequest = (function() {

            /**
             * Properties of a StreamRequest.
             * @typedef {Object} rouged.v1.StreamRequest.$Properties
             * @property {Array.<string>|null} [subscribe] StreamRequest subscribe
             * @property {Array.<string>|null} [unsubscribe] StreamRequest unsubscribe
             * @property {number|null} [from] StreamRequest from
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

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(StreamRequest.prototype, "_from", {
                get: $util.oneOfGetter($oneOfFields = ["from"]),
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
             * @property {"stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"} [frame] StreamFrame frame
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
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ frame?: undefined; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "stats"; stats: rouged.v1.StreamStats.$Shape; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "subscribed"; stats?: null; subscribed: rouged.v1.StreamSubscribed.$Shape; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "resumed"; stats?: null; subscribed?: null; resumed: rouged.v1.StreamResumed.$Shape; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "error"; stats?: null; subscribed?: null; resumed?: null; error: rouged.v1.StreamError.$Shape; newBlock?: null; newTransaction?: null; balanceUpdate?: null }|{ frame?: "newBlock"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock: rouged.v1.NewBlock.$Shape; newTransaction?: null; balanceUpdate?: null }|{ frame?: "newTransaction"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction: rouged.v1.NewTransaction.$Shape; balanceUpdate?: null }|{ frame?: "balanceUpdate"; stats?: null; subscribed?: null; resumed?: null; error?: null; newBlock?: null; newTransaction?: null; balanceUpdate: rouged.v1.BalanceUpdate.$Shape })
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

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * StreamFrame frame.
             * @member {"stats"|"subscribed"|"resumed"|"error"|"newBlock"|"newTransaction"|"balanceUpdate"|undefined} frame
             * @memberof rouged.v1.StreamFrame
             * @instance
             */
            $Object.defineProperty(StreamFrame.prototype, "frame", {
                get: $util.oneOfGetter($oneOfFields = ["stats", "subscribed", "resumed", "error", "newBlock", "newTransaction", "balanceUpdate"]),
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

        return v1;
    })();

    return rouged;
})();

export {
  $root as default
};
