import { type Finding, failure, ok, warning } from '../../../application/ports/diagnosis.ts';

const CHECK = 'node';

/** `main.ts` rejects older versions already; this is for programs that embed the service. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 12)) {
    return failure(CHECK, `this is Node.js ${version}, which is too old`, 'install Node.js 24');
  }
  if (major % 2 === 1) {
    const message = `Node.js ${version} is a release without long-term support`;
    return warning(CHECK, message, 'use an even version in production, such as 24');
  }
  return ok(CHECK, `Node.js ${version}`);
}
