/** A contract for the world of components, written in AssemblyScript without any library: a counter by name. */

/** A variable instead of a literal: the package's types declare the globals of AssemblyScript programs. */
const COMPILER: string = 'assemblyscript/asc';

interface Compiler {
  main(
    options: readonly string[],
    host: {
      readonly readFile: (path: string) => string | null;
      readonly writeFile: (path: string, contents: string | Uint8Array) => void;
      readonly listFiles: () => readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

const SOURCE = `
@external("rouged:contract/host@1.0.0", "storage-read")
declare function storageRead(key: usize, keyBytes: i32, result: usize): void;
@external("rouged:contract/host@1.0.0", "storage-write")
declare function storageWrite(key: usize, keyBytes: i32, value: usize, valueBytes: i32): void;
@external("rouged:contract/host@1.0.0", "caller")
declare function hostCaller(result: usize): void;
@external("rouged:contract/host@1.0.0", "emit-event")
declare function emitEvent(topic: usize, topicBytes: i32, data: usize, dataBytes: i32): void;
@external("rouged:contract/host@1.0.0", "block-height")
declare function blockHeight(): u64;

export function abort(message: string | null, file: string | null, line: u32, column: u32): void { unreachable(); }

export function cabi_realloc(old: usize, had: usize, align: usize, size: usize): usize {
  const to = heap.alloc(size);
  memory.copy(to, old, min(had, size));
  return to;
}

const room: usize = memory.data(32, 8);

function answer(isError: bool, text: string): usize {
  const bytes = String.UTF8.encode(text);
  store<u8>(room, <u8>isError);
  store<usize>(room, changetype<usize>(bytes), 4);
  store<u32>(room, <u32>bytes.byteLength, 8);
  return room;
}

function caller(): string {
  hostCaller(room);
  return String.UTF8.decodeUnsafe(load<usize>(room), load<u32>(room, 4));
}

function stored(key: ArrayBuffer): i32 {
  storageRead(changetype<usize>(key), key.byteLength, room);
  if (load<u8>(room) == 0) return 0;
  return I32.parseInt(String.UTF8.decodeUnsafe(load<usize>(room, 4), load<u32>(room, 8)));
}

export function call(method: usize, methodBytes: i32, args: usize, argsBytes: i32): usize {
  const name = String.UTF8.decodeUnsafe(method, methodBytes);
  const key = String.UTF8.encode(caller() + String.UTF8.decodeUnsafe(args, argsBytes));
  if (name == "add") {
    const value = String.UTF8.encode((stored(key) + 1).toString());
    storageWrite(changetype<usize>(key), key.byteLength, changetype<usize>(value), value.byteLength);
    const topic = String.UTF8.encode("added");
    emitEvent(changetype<usize>(topic), topic.byteLength, changetype<usize>(value), value.byteLength);
    return answer(false, '{"count":' + stored(key).toString() + ',"height":' + blockHeight().toString() + "}");
  }
  return answer(true, "there is no method " + name);
}
`;

const OPTIONS = ['--optimize', '--runtime', 'stub', '--use', 'abort=counter/abort', '--exportStart', '_initialize'];

/** @returns the core module. @throws Error with the compiler's message. */
export async function counterCore(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { default: compiler } = (await import(COMPILER)) as { readonly default: Compiler };
  const { error, stderr } = await compiler.main(['counter.ts', '--outFile', 'counter.wasm', ...OPTIONS], {
    readFile: (path) => (path === 'counter.ts' ? SOURCE : null),
    writeFile: (_path, contents) => {
      if (typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`the counter does not compile\n${stderr.toString()}`);
  return bytes;
}
