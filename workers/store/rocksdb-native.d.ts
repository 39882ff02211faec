/** The part of rocksdb-native 3.18 that the store uses; the package has no types. */
declare module 'rocksdb-native' {
  interface FilterPolicy {
    readonly type: number;
  }

  interface ColumnFamilyOptions {
    enableBlobFiles?: boolean;
    minBlobSize?: number;
    blobFileSize?: number;
    enableBlobGarbageCollection?: boolean;
    filterPolicy?: FilterPolicy | null;
    writeBufferSize?: number;
    maxWriteBufferNumber?: number;
  }

  class ColumnFamily {
    constructor(name: string, options?: ColumnFamilyOptions);
  }

  class BloomFilterPolicy implements FilterPolicy {
    readonly type: number;
    constructor(bitsPerKey: number);
  }

  interface WriteBatch {
    tryPut(key: Uint8Array, value: Uint8Array): void;
    tryDelete(key: Uint8Array): void;
    tryDeleteRange(start: Uint8Array, end: Uint8Array): void;
    flush(): Promise<void>;
    destroy(): void;
  }

  interface ReadBatch {
    get(key: Uint8Array): Promise<Buffer | null>;
    tryFlush(): void;
    destroy(): void;
  }

  interface BatchOptions {
    capacity?: number;
    autoDestroy?: boolean;
  }

  interface Range {
    gte?: Uint8Array;
    lt?: Uint8Array;
  }

  interface IteratorOptions {
    reverse?: boolean;
    limit?: number;
    values?: boolean;
    capacity?: number;
  }

  interface IteratorEntry {
    key: Buffer;
    value: Buffer | null;
  }

  interface Iterator extends AsyncIterable<IteratorEntry> {
    /** The next entry that was fetched already; null: the iteration says whether there are more. */
    read(): IteratorEntry | null;
    destroy(): void;
  }

  interface WalFile {
    path: string;
    number: number;
  }

  interface Options {
    columnFamily?: ColumnFamily;
    maxBackgroundJobs?: number;
    maxOpenFiles?: number;
    /** Writes nothing and takes no lock. */
    readOnly?: boolean;
    createIfMissing?: boolean;
    createMissingColumnFamilies?: boolean;
  }

  class RocksDB {
    constructor(path: string, options?: Options);
    static readonly constants: { readonly bottommostLevelCompaction: { readonly FORCE: number } };
    static readonly ColumnFamily: typeof ColumnFamily;
    static readonly BloomFilterPolicy: typeof BloomFilterPolicy;
    readonly defaultColumnFamily: ColumnFamily;
    ready(): Promise<void>;
    close(): Promise<void>;
    session(options?: { columnFamily?: ColumnFamily; snapshot?: boolean }): RocksDB;
    columnFamily(family: ColumnFamily): RocksDB;
    read(options?: BatchOptions): ReadBatch;
    write(options?: BatchOptions): WriteBatch;
    iterator(range: Range, options?: IteratorOptions): Iterator;
    compactRange(start: Uint8Array, end: Uint8Array): Promise<void>;
    /** All of the family. */
    compactRange(options: { bottommostLevelCompaction: number }): Promise<void>;
    flush(): Promise<void>;
    currentWalFile(): Promise<WalFile>;
  }

  export default RocksDB;
}
