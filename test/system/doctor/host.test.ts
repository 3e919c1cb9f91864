import { describe, expect, it } from 'vitest';
import { fileSystemFinding, freeSpaceFinding } from '../../../src/adapters/outbound/host/file-system-finding.ts';
import { nodeFinding } from '../../../src/adapters/outbound/host/node-finding.ts';

const facts = { type: 0xef53, bsize: 4096, blocks: 64 * 1024 * 1024, bavail: 1024 * 1024 };
const blocks = (bytes: number): number => Math.floor(bytes / facts.bsize);

describe('the file system check', () => {
  it.each([
    ['ext4', 0xef53, 'ok'],
    ['XFS', 0x58465342, 'ok'],
    ['NFS', 0x6969, 'error'],
    ['CIFS', 0xff534d42, 'error'],
    ['CIFS as a signed number', 0xff534d42 | 0, 'error'],
    ['SMB 2', 0xfe534d42, 'error'],
    ['9p', 0x01021997, 'error'],
    ['FUSE', 0x65735546, 'warning'],
    ['overlay', 0x794c7630, 'warning'],
    ['tmpfs', 0x01021994, 'warning'],
  ])('recognizes %s by its type number', (_name, type, severity) => {
    const finding = fileSystemFinding('/data', { ...facts, type }, 'linux');

    expect(finding.severity).toBe(severity);
    expect(finding.cure === undefined).toBe(severity === 'ok');
  });

  it('ignores the type number on other platforms, where it means something else', () => {
    expect(fileSystemFinding('/data', { ...facts, type: 0x6969 }, 'darwin').severity).toBe('ok');
  });
});

describe('the free space check', () => {
  it.each([
    [127 * 2 ** 20, 'error', '127 MiB'],
    [128 * 2 ** 20, 'warning', '128 MiB'],
    [1023 * 2 ** 20, 'warning', '1023 MiB'],
    [2 ** 30, 'ok', '1.0 GiB'],
  ])('rates %i free bytes as %s', (bytes, severity, size) => {
    const finding = freeSpaceFinding('/data', { ...facts, bavail: blocks(bytes) });

    expect(finding).toMatchObject({ severity, message: `${size} free where /data is` });
  });

  it('says that content is rejected below 64 MiB, or below 5 % of a small volume', () => {
    const rejected = { severity: 'error', message: expect.stringContaining('prompts cannot be written') };
    const small = { ...facts, blocks: blocks(2 ** 30) };

    expect(freeSpaceFinding('/data', { ...facts, bavail: blocks(63 * 2 ** 20) })).toMatchObject(rejected);
    expect(freeSpaceFinding('/data', { ...facts, bavail: blocks(65 * 2 ** 20) })).not.toMatchObject(rejected);
    expect(freeSpaceFinding('/data', { ...small, bavail: blocks(51 * 2 ** 20) })).toMatchObject(rejected);
    expect(freeSpaceFinding('/data', { ...small, bavail: blocks(52 * 2 ** 20) })).not.toMatchObject(rejected);
  });
});

describe('the Node.js check', () => {
  it.each([
    ['20.20.2', 'error'],
    ['22.11.0', 'error'],
    ['22.12.0', 'ok'],
    ['23.1.0', 'warning'],
    ['24.21.0', 'ok'],
  ])('rates Node.js %s as %s', (version, severity) => {
    expect(nodeFinding(version).severity).toBe(severity);
  });
});
