/**
 * A worker of vitest ends when the run does. Left alone, it notices a killed run only when it next reports a result,
 * and a test that waits for something would keep its servers alive until then.
 */
process.once('disconnect', () => {
  // Not process.exit, which vitest replaces by an error inside of tests.
  process.kill(process.pid, 'SIGKILL');
});
