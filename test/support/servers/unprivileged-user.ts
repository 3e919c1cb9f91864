import { readFile } from 'node:fs/promises';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The user to run Postgres as, which refuses to run as root. Undefined when the current user is not root. */
export async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;

  const passwd = await readFile('/etc/passwd', 'utf8');
  const users = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Postgres must not run as root, and there is neither a user postgres nor a user nobody');
}
