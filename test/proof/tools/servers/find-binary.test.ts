import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrInstall, type Machine } from '../../../support/servers/find-binary.ts';

describe('findOrInstall', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prompthold-find-binary-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (path: string): Promise<string> => {
    const file = join(folder, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '#!/bin/sh\n');
    await chmod(file, 0o755);
    return file;
  };
  const wanted = () => ({
    binary: 'exampled',
    package: 'example-server',
    folders: [join(folder, 'versions/*/bin')],
    variable: 'TEST_EXAMPLE_URL',
  });
  const machine = (differences: Partial<Machine> = {}): Machine => ({
    path: join(folder, 'bin'),
    isRoot: false,
    install: () => expect.unreachable('nothing is to be installed'),
    ...differences,
  });
  const rootWithApt = async (install: Machine['install']): Promise<Machine> => {
    await put('bin/apt-get');
    return machine({ isRoot: true, install });
  };

  it('prefers the binary on the PATH', async () => {
    await put('versions/15/bin/exampled');
    const onPath = await put('bin/exampled');

    expect(await findOrInstall(wanted(), machine())).toBe(onPath);
  });

  it('picks the newest version elsewhere, compared numerically', async () => {
    await put('versions/9/bin/exampled');
    const newest = await put('versions/15/bin/exampled');
    await put('versions/13/bin/exampled');

    expect(await findOrInstall(wanted(), machine())).toBe(newest);
  });

  it('ignores a file that is not executable', async () => {
    await chmod(await put('bin/exampled'), 0o644);
    const elsewhere = await put('versions/15/bin/exampled');

    expect(await findOrInstall(wanted(), machine())).toBe(elsewhere);
  });

  it('installs the package as root, and finds the installed binary', async () => {
    const installed: string[] = [];
    const root = await rootWithApt(async (packageName) => {
      installed.push(packageName);
      await put('versions/15/bin/exampled');
    });

    expect(await findOrInstall(wanted(), root)).toBe(join(folder, 'versions/15/bin/exampled'));
    expect(installed).toEqual(['example-server']);
  });

  const oneLine = 'exampled was not found: install the package example-server or set TEST_EXAMPLE_URL';

  it('fails with one line that names variable and package without root', async () => {
    await put('bin/apt-get');

    await expect(findOrInstall(wanted(), machine())).rejects.toThrow(new Error(oneLine));
  });

  it('fails with the same line without apt', async () => {
    await expect(findOrInstall(wanted(), machine({ isRoot: true }))).rejects.toThrow(new Error(oneLine));
  });

  it('fails with the same line when the package does not contain the binary', async () => {
    const root = await rootWithApt(async () => {});

    await expect(findOrInstall(wanted(), root)).rejects.toThrow(new Error(oneLine));
  });

  it('reports a failed installation in one line, with its cause', async () => {
    const reason = new Error('no network');
    const root = await rootWithApt(() => Promise.reject(reason));

    await expect(findOrInstall(wanted(), root)).rejects.toMatchObject({
      message:
        'exampled was not found, and installing it failed: install the package example-server or set TEST_EXAMPLE_URL',
      cause: reason,
    });
  });
});
