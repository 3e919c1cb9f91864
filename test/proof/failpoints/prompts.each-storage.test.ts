import { crashAtEveryStep } from './every-step.suite.ts';
import { moveLabel, publishVersion } from './prompt-cases.ts';

crashAtEveryStep([publishVersion, moveLabel]);
