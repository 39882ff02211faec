/** Which log files are synced, in which order, over a disk that records what is asked of it. */

import { describe, expect, test } from 'vitest';
import { type WalDisk, type WalFile, WalSync } from '../../../../workers/store/walSync.js';

/** A directory that writes down what is done to it. */
class RecordedDisk implements WalDisk {
  readonly done: string[] = [];
  readonly open = async (path: string) => {
    const name = path.replace(/^.*[\\/]/, '');
    if (!this.files.includes(name)) return undefined;
    this.done.push(`open ${name}`);
    return {
      sync: async () => {
        if (this.failing === name) throw new Error(`no sync of ${name}`);
        this.done.push(`sync ${name}`);
      },
      close: async () => {
        this.done.push(`close ${name}`);
      },
    };
  };
  failing: string | undefined;

  constructor(public files: string[]) {}

  async list(): Promise<readonly string[]> {
    return this.files;
  }

  async syncDirectory(directory: string): Promise<void> {
    this.done.push(`directory ${directory}`);
  }

  take(): string[] {
    return this.done.splice(0);
  }
}

function watched(files: string[]): { disk: RecordedDisk; wal: WalSync; use(number: number): void } {
  const disk = new RecordedDisk(files);
  let current: WalFile = { path: '/000004.log', number: 4 };
  return {
    disk,
    wal: new WalSync('db', async () => current, disk),
    use(number) {
      current = { path: `/${String(number).padStart(6, '0')}.log`, number };
    },
  };
}

describe('a sync of the write-ahead log', () => {
  test('opens the log once, with all logs before it and the directory, and then only syncs', async () => {
    const { disk, wal } = watched(['000003.log', '000004.log', 'LOCK', '000002.sst', 'LOG', '9.log.old']);
    await wal.sync();
    expect(disk.take()).toEqual([
      'open 000003.log',
      'sync 000003.log',
      'close 000003.log',
      'open 000004.log',
      'sync 000004.log',
      'directory db',
    ]);
    await wal.sync();
    await wal.sync();
    expect(disk.take()).toEqual(['sync 000004.log', 'sync 000004.log']);
    await wal.close();
    expect(disk.take()).toEqual(['close 000004.log']);
  });

  test('after rotations syncs the held log, those between, and the new one, oldest first', async () => {
    const { disk, wal, use } = watched(['000004.log']);
    await wal.sync();
    disk.take();
    disk.files = ['000012.log', '000010.log', '000004.log', '000007.log', '000011.sst'];
    use(12);
    await wal.sync();
    expect(disk.take()).toEqual([
      'sync 000004.log',
      'open 000007.log',
      'sync 000007.log',
      'close 000007.log',
      'open 000010.log',
      'sync 000010.log',
      'close 000010.log',
      'open 000012.log',
      'sync 000012.log',
      'directory db',
      'close 000004.log',
    ]);
  });

  test('takes a log that is gone as written to tables, but not the current one', async () => {
    const { disk, wal, use } = watched(['000004.log']);
    await wal.sync();
    disk.take();
    const list = ['000007.log', '000009.log'];
    disk.list = async () => list;
    disk.files = ['000009.log'];
    use(9);
    await wal.sync();
    expect(disk.take()).toEqual([
      'sync 000004.log',
      'open 000009.log',
      'sync 000009.log',
      'directory db',
      'close 000004.log',
    ]);
    use(11);
    await expect(wal.sync()).rejects.toThrow('000011.log');
  });

  test('passes on every failure and closes what it opened', async () => {
    for (const failing of ['000004.log', '000007.log', '000009.log']) {
      const { disk, wal, use } = watched(['000004.log', '000007.log', '000009.log']);
      await wal.sync();
      disk.failing = failing;
      use(9);
      await expect(wal.sync()).rejects.toThrow(failing);
      await wal.close();
      const opened = disk.done.filter((step) => step.startsWith('open')).length;
      expect(disk.done.filter((step) => step.startsWith('close'))).toHaveLength(opened);
    }
  });
});
