import { Prompthold } from 'prompthold-client';
import type { Prompts } from './prompts.gen.ts';

/** One client for the whole process. PROMPTHOLD_URL and PROMPTHOLD_KEY_FILE name the service and the key. */
export const prompts = new Prompthold<Prompts>({
  label: 'production',
  name: 'support-bot',
  snapshot: '.prompthold/snapshot.json',
  onEvent: (event) => console.log(JSON.stringify(event)),
});
