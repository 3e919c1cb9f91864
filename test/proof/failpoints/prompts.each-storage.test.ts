import { crashAtEveryStep } from './every-step.suite.ts';
import { deletePrompt, moveLabel, publishVersion } from './prompt-cases.ts';

crashAtEveryStep([publishVersion, moveLabel, deletePrompt]);
