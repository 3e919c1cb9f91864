import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../src/adapters/inbound/api/docs/openapi.ts';
import { PackageFolder } from './package-folder.ts';

const LINTERS = join(import.meta.dirname, 'linters');
const INSTALL_MS = 300_000;

describe('the OpenAPI document', () => {
  let folder: PackageFolder;
  beforeAll(async () => {
    folder = await PackageFolder.install(LINTERS);
    const document = OpenApiDocument.of(apiRoutes, '1.2.3', 'http://127.0.0.1:3000');
    await folder.write('openapi.json', JSON.stringify(document));
    await folder.write('.spectral.json', JSON.stringify({ extends: ['spectral:oas'] }));
  }, INSTALL_MS);
  afterAll(() => folder.dispose());

  it('has no error and no warning for Redocly', async () => {
    const output = await folder.run('redocly', 'lint', 'openapi.json', '--format', 'json');

    expect(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))).toMatchObject({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    });
  });

  it('has no finding for Spectral', async () => {
    const output = await folder.run(
      'spectral',
      'lint',
      'openapi.json',
      '--ruleset',
      '.spectral.json',
      '--format',
      'json',
      '--fail-severity',
      'hint',
      '--quiet',
    );

    expect(JSON.parse(output)).toEqual([]);
  });
});
