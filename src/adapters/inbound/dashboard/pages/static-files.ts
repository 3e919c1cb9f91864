import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { Rejection } from '../../http/errors/rejection.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Encodings in order of preference. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const FOREVER = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** The build puts the pages beside this folder. */
const FOLDER = fileURLToPath(new URL('../web/', import.meta.url));

/** Serves the built files of the pages, and only those, whatever the path contains. */
export class StaticFiles {
  private names: Promise<ReadonlySet<string>> | undefined;

  page(): Promise<string> {
    return readFile(join(FOLDER, 'index.html'), 'utf8');
  }

  /** Serves `/dashboard/<name>` if the file exists. */
  serve(): Middleware {
    return async (ctx, next) => {
      const name = ctx.path.slice('/dashboard/'.length);
      const type = TYPES[extname(name)];
      if (!ctx.path.startsWith('/dashboard/') || !type || !isRead(ctx)) return next();
      if (!(await this.has(name))) throw new Rejection('not_found');

      ctx.set('Content-Type', type);
      // File names in assets/ contain a digest of their content.
      ctx.set('Cache-Control', name.startsWith('assets/') ? FOREVER : DAY);
      ctx.vary('Accept-Encoding');
      ctx.body = await readFile(join(FOLDER, await this.selectEncoding(ctx, name)));
      ctx.type = type;
    };
  }

  /** The compressed file, if the browser accepts the encoding and the build produced it. */
  private async selectEncoding(ctx: Context, name: string): Promise<string> {
    for (const { name: encoding, suffix } of ENCODINGS) {
      if (!(await this.has(name + suffix)) || !ctx.acceptsEncodings(encoding)) continue;
      ctx.set('Content-Encoding', encoding);
      return name + suffix;
    }
    return name;
  }

  private async has(name: string): Promise<boolean> {
    this.names ??= readdir(FOLDER, { recursive: true }).then((names) => new Set(names));
    return (await this.names).has(name);
  }
}

export const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';
