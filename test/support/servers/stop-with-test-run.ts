/**
 * Ends a vitest worker together with its run. By default, it notices a killed run only when it next reports a result,
 * and a test that waits for something would keep its servers alive until then.
 */
process.once('disconnect', () => {
  // Not process.exit, which throws an error inside vitest.
  process.kill(process.pid, 'SIGKILL');
});
