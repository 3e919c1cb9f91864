import { promptFileSuite } from '../../adapters/cli/prompts/prompt-file.suite.ts';
import { tenThousandRuns } from '../../support/property-runs.ts';

promptFileSuite(tenThousandRuns);
