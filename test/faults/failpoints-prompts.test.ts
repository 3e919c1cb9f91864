import { endAtEveryStep } from './failpoints/every-step.suite.ts';
import { moveLabel, publishVersion } from './failpoints/prompt-cases.ts';

endAtEveryStep([publishVersion, moveLabel]);
