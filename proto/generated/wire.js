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

        return v1;
    })();

    return rouged;
})();

export {
  $root as default
};
