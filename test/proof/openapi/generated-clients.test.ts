import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../adapters/http/support/api.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { PackageFolder } from './package-folder.ts';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

const GENERATORS = join(import.meta.dirname, 'generators');

/** As strict as a careful user may be. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'node16',
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    outDir: 'built',
    types: ['node'],
  },
  files: ['client.ts'],
};

interface Generator {
  readonly name: string;
  readonly program: string;
  generate(folder: PackageFolder, openApiUrl: string, serviceUrl: string): Promise<unknown>;
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript and openapi-fetch',
    program: 'openapi-fetch-client.ts',
    generate: (folder, openApiUrl) => folder.run('openapi-typescript', openApiUrl, '--output', 'openapi-types.ts'),
  },
  {
    name: '@hey-api/openapi-ts',
    program: 'hey-api-client.ts',
    generate: (folder, openApiUrl) => folder.run('openapi-ts', '--input', openApiUrl, '--output', 'generated'),
  },
  {
    name: 'orval',
    program: 'orval-client.ts',
    generate: async (folder, openApiUrl, serviceUrl) => {
      const override = { contentType: { include: ['application/json'] } };
      const output = {
        target: 'generated.ts',
        client: 'fetch',
        baseUrl: serviceUrl,
        urlEncodeParameters: true,
        override,
      };
      const config = { prompthold: { input: openApiUrl, output } };
      await folder.write('orval.config.cjs', `module.exports = ${JSON.stringify(config)};`);
      await folder.run('orval', '--config', 'orval.config.cjs');
    },
  },
];

describe('a client generated from the OpenAPI document', () => {
  let service: ServiceProcess;
  let installed: PackageFolder;
  beforeAll(async () => {
    service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    installed = await PackageFolder.install(GENERATORS);
  }, INSTALL_MS);
  afterAll(async () => {
    await installed?.dispose();
    await service?.dispose();
  });

  it.each(generators)(
    'compiles in strict mode and works, for names with slashes too: $name',
    { timeout: INSTALL_MS },
    async ({ program, generate }) => {
      const { token } = await new Api(service.url).openAccount();
      const folder = await installed.createInside(program.replace('.ts', ''));
      await generate(folder, `${service.url}/api/openapi.json`, service.url);
      await folder.copy(join(import.meta.dirname, 'clients', program), 'client.ts');
      await folder.copy(join(import.meta.dirname, 'clients/report.ts'), 'report.ts');
      await folder.write('tsconfig.json', JSON.stringify(TSCONFIG));

      await folder.run('tsc');
      const { stdout } = await run(process.execPath, ['built/client.js'], {
        cwd: folder.path,
        env: { PROMPTHOLD_URL: service.url, PROMPTHOLD_KEY: token },
      });

      expect(JSON.parse(stdout)).toEqual({
        created: 'support/reply',
        published: 2,
        previous: 1,
        read: 'Hello {{name}}',
        first: 'Dear {{name}}',
        rendered: 'Hello Ada',
        listed: ['support/reply'],
        missing: 'prompt_not_found',
        deleted: 204,
      });
    },
  );
});
