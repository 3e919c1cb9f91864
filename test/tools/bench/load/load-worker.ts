import type { LoadJob, LoadReply } from './load-job.ts';
import { runLoad } from './run-load.ts';

/** A process of its own, so that the load has a core of its own. */
process.on('message', async (job: LoadJob) => {
  const reply: LoadReply = await runLoad(job).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  );
  process.send?.(reply);
});
