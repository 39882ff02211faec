/** Why a link to another node ended: the codes that travel in close frames, and what they mean for a person. */

export const linkReasons = {
  already_connected: 'this key has a link already',
  bad_frame: 'a frame does not open under the key of this link',
  bad_hello: 'a message of the handshake is malformed',
  bad_message: 'a message or one of its parts is malformed',
  bad_signature: 'the other end does not hold the key that it names',
  busy: 'too many handshakes are under way',
  cannot_sign: 'the handshake could not be signed or checked here',
  frame_lost: 'a frame was lost on the way to the network',
  handshake_timeout: 'the handshake was not over in time',
  message_too_large: 'a message is larger than the limit',
  no_room: 'too many bytes of unfinished messages are held',
  own_key: 'the other end has the key of this node: a second process runs with it',
  self: 'this node has dialled itself',
  silent: 'nothing came from the other end for too long',
  stalled: 'no part of an unfinished message came for too long',
  unexpected_frame: 'a frame came where none is expected',
  worn_out: 'the keys of this link have sealed as much as they may',
  wrong_genesis: 'the other end has another genesis file',
  wrong_network: 'the other end is of another chain',
  wrong_version: 'the other end speaks another version of this protocol',
} as const;

export type LinkReason = keyof typeof linkReasons;
