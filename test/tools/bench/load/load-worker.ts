import type { LoadJob, LoadReply } from './load-job.ts';
import { runLoad } from './run-load.ts';

/** Runs in a separate process, so that the load does not share a core with the server. */
process.on('message', async (job: LoadJob) => {
  const reply: LoadReply = await runLoad(job).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  );
  process.send?.(reply);
});
