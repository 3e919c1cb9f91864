import type { Context } from 'koa';

/** As long as a session may last at most. Whether it still does is the server's to say. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/**
 * The cookie that holds a session's secret. No script can read it and no other site can have it sent.
 * On https it also bears the prefix with which browsers accept it from nobody but this very host.
 */
export class SessionCookie {
  constructor(private readonly publicUrl: () => string) {}

  read(ctx: Context): string | undefined {
    const wanted = `${this.name()}=`;
    const pairs = (ctx.req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length);
  }

  set(ctx: Context, secret: string): void {
    this.write(ctx, secret, MAX_AGE_SECONDS);
  }

  clear(ctx: Context): void {
    this.write(ctx, '', 0);
  }

  private write(ctx: Context, value: string, maxAgeSeconds: number): void {
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${this.secure() ? '; Secure' : ''}`;
    ctx.set('Set-Cookie', `${this.name()}=${value}; ${attributes}`);
  }

  private name(): string {
    return this.secure() ? '__Host-prompthold' : 'prompthold';
  }

  private secure(): boolean {
    return this.publicUrl().startsWith('https:');
  }
}
