import { endAtEveryStep } from './every-step.suite.ts';
import { moveLabel, publishVersion } from './prompt-cases.ts';

endAtEveryStep([publishVersion, moveLabel]);
