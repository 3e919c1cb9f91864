import type { Context } from 'koa';

/** The longest life of a session. The server may end it earlier. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/**
 * The cookie with the secret of a session. No script can read it and no other site can cause it to be sent.
 * On https it has the `__Host-` prefix, with which browsers accept it only from this host.
 */
export class SessionCookie {
  constructor(private readonly publicUrl: () => string) {}

  read(ctx: Context): string | undefined {
    const prefix = `${this.name()}=`;
    const pairs = (ctx.req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  }

  set(ctx: Context, secret: string): void {
    this.write(ctx, secret, MAX_AGE_SECONDS);
  }

  clear(ctx: Context): void {
    this.write(ctx, '', 0);
  }

  private write(ctx: Context, value: string, maxAgeSeconds: number): void {
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${this.isSecure() ? '; Secure' : ''}`;
    ctx.set('Set-Cookie', `${this.name()}=${value}; ${attributes}`);
  }

  private name(): string {
    return this.isSecure() ? '__Host-prompthold' : 'prompthold';
  }

  private isSecure(): boolean {
    return this.publicUrl().startsWith('https:');
  }
}
