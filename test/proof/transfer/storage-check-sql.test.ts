import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { realStorages, sqlStorages } from '../../support/storage/fresh-storage.ts';
import { runSql } from '../../support/storage/run-sql.ts';
import { aSoundStorage, check, seen } from '../../system/transfer/a-sound-storage.ts';

describe.each(sqlStorages)('storage check on $name', ({ fresh }) => {
  it.each([
    ['metadata that is searched', "UPDATE prompt_search SET head = 'x' WHERE head LIKE 'mail/greeting%'", ['index']],
    ['content that is searched', "UPDATE prompt_search SET body = 'x' WHERE head LIKE 'mail/greeting%'", ['index']],
    ['search texts that are missing', 'DELETE FROM prompt_search', ['index', 'index']],
    ['the folder', "UPDATE prompt SET folder = '' WHERE name = 'mail/greeting'", ['index']],
    ['the labels that are shown', "UPDATE prompt SET labels = '{}' WHERE name = 'mail/greeting'", ['index']],
    ['marks that are missing', 'DELETE FROM prompt_mark', ['index', 'index']],
    ['marks that are wrong', "UPDATE prompt_mark SET word = 'x' WHERE kind = 'tag'", ['index']],
    ['labels that are missing', 'DELETE FROM prompt_label', ['index', 'label']],
    [
      'labels that point elsewhere',
      "UPDATE prompt_label SET version = 2 WHERE label = 'production'",
      ['index', 'label'],
    ],
    ['includes that are missing', 'DELETE FROM prompt_include', ['include']],
    ['includes that are wrong', "UPDATE prompt_include SET target = 'x', target_name = 'x'", ['include']],
    [
      'content that no version has',
      `INSERT INTO prompt_content (account_id, digest, bytes, variables, config, body)
       SELECT account_id, 'x', bytes, variables, config, body FROM prompt_content LIMIT 1`,
      ['leftover'],
    ],
    ['the number of prompts', 'UPDATE account SET prompt_count = prompt_count + 1', ['index']],
    ['the size of all content', 'UPDATE account SET content_bytes = 0', ['index']],
    ['the size of each content', 'UPDATE prompt_content SET bytes = 1', ['index']],
    ['the memory of the first account', 'DELETE FROM first_account', ['first-account']],
  ])('repairs %s', async (_what, breaking, kinds) => {
    const { url, ports, owner, before } = await aSoundStorage(fresh);
    await runSql(url, breaking);

    const faults = await check(url);

    expect(faults.map(({ kind, repaired }) => ({ kind, repaired }))).toEqual(
      kinds.map((kind) => ({ kind, repaired: true })),
    );
    expect(await seen(ports, owner)).toEqual(before);
    expect(await check(url)).toEqual([]);
  });

  it('records a repaired label in the feed of the account', async () => {
    const { url, ports, owner, greeting } = await aSoundStorage(fresh);
    await runSql(url, "UPDATE prompt_label SET version = 2 WHERE label = 'production'");
    await runSql(
      url,
      `INSERT INTO prompt_label (account_id, prompt_id, label, version)
       SELECT account_id, prompt_id, 'stray', 1 FROM prompt_label LIMIT 1`,
    );

    await check(url);

    const { revision } = await ports.prompts.changes.latest(owner, { limit: 1 });
    const { changes } = await ports.prompts.changes.after(owner, { revision: revision - 1, n: 999 }, 10);
    const moved = { promptId: greeting.id, by: 'cli', message: 'repaired by storage check' };
    expect(changes.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...moved, label: 'production', version: 1, previous: 2 }),
        expect.objectContaining({ ...moved, label: 'stray', version: null, previous: 1 }),
      ]),
    );
    expect(changes).toHaveLength(2);
    expect(await check(url)).toEqual([]);
  });

  it.each([
    ['a revision without a change', 'DELETE FROM change WHERE revision = 2', 'its feed has no change for revision 2'],
    ['a missing end', 'DELETE FROM change WHERE revision = 3', 'its feed ends at revision 2 instead of 3'],
    [
      'a label that moved elsewhere',
      "UPDATE change SET version = 2 WHERE label = 'production' AND prompt_id = (SELECT id FROM prompt WHERE name = 'mail/greeting')",
      'its label production does not point where the feed says',
    ],
  ])('reports a feed with %s', async (_what, breaking, what) => {
    const { url } = await aSoundStorage(fresh);
    await runSql(url, breaking);

    expect(await check(url)).toContainEqual(expect.objectContaining({ kind: 'change', what, repaired: false }));
  });

  it('reports what it cannot repair, and exits with 1', async () => {
    const { url, owner, greeting } = await aSoundStorage(fresh);
    await runSql(
      url,
      `UPDATE prompt_content SET body = '"Dead {{name}},"' WHERE digest =
         (SELECT content_digest FROM prompt_version WHERE version = 1 AND prompt_id = '${greeting.id}')`,
    );

    const { code, stdout, stderr } = await runCommand(['storage', 'check'], {
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_STORAGE_URL: url },
    });

    expect({ code, stderr }).toEqual({ code: 1, stderr: '0 repaired, 1 left\n' });
    expect(stdout).toBe(`LEFT      version  ${owner} ${greeting.id}: version 1 does not match its hash\n`);
  });
});

describe.each(sqlStorages)('storage check on $name', ({ fresh }) => {
  it('reports versions whose content is missing', async () => {
    const { url, greeting } = await aSoundStorage(fresh);
    await runSql(url, `DELETE FROM prompt_content WHERE body LIKE '"Dear%'`);

    const faults = await check(url);

    const what = 'version 1 cannot be read';
    expect(faults).toContainEqual(expect.objectContaining({ what, promptId: greeting.id, repaired: false }));
  });
});

describe.each(realStorages.filter(({ name }) => name === 'sqlite'))('storage check on $name', ({ fresh }) => {
  it('repairs signatures of searched content', async () => {
    const { url, ports, owner, before } = await aSoundStorage(fresh);
    await runSql(url, 'UPDATE prompt_search SET s7 = ~s7');

    const faults = await check(url);

    expect(faults.map(({ kind, repaired }) => ({ kind, repaired }))).toEqual([
      { kind: 'index', repaired: true },
      { kind: 'index', repaired: true },
    ]);
    expect(await seen(ports, owner)).toEqual(before);
    expect(await check(url)).toEqual([]);
  });

  it('reports orphaned rows', async () => {
    const { url } = await aSoundStorage(fresh);
    await runSql(url, "DELETE FROM prompt WHERE name = 'letter'");

    const faults = await check(url);

    expect(faults).toContainEqual({
      kind: 'orphan',
      what: expect.stringMatching(/^row \d* of prompt_version belongs to nothing in prompt$/),
      repaired: false,
    });
  });

  it('reports a damaged file, and stops there', async () => {
    const { url, ports } = await aSoundStorage(fresh);
    await ports.close();
    const location = parseStorageUrl(url);
    if (location.kind !== 'sqlite') throw new Error('SQLite is in a file');
    const database = new Database(location.file);
    database.pragma('wal_checkpoint(TRUNCATE)');
    const { rootpage } = database
      .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_prompt_version_1'")
      .get() as { rootpage: number };
    database.close();
    const file = await open(location.file, 'r+');
    await file.write(Buffer.alloc(200, 0xff), 0, 200, rootpage * 4096 - 200);
    await file.close();

    const faults = await check(url);

    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every(({ kind, repaired }) => kind === 'damage' && !repaired)).toBe(true);
  });
});
