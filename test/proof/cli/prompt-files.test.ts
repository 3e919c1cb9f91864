import { promptFileSuite } from '../../adapters/cli/prompts/prompt-file.suite.ts';
import { proofSize } from '../../support/proof-size.ts';
import { tenThousandRuns } from '../../support/property-runs.ts';

promptFileSuite(proofSize({ usual: { numRuns: 3000 }, full: tenThousandRuns }));
