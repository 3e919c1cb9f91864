import { Code, List, Text } from '@mantine/core';
import type { NearTag } from '../../../../../domain/templates/near-tags.ts';
import { describeNearTag } from '../../../../text/describe-near-tag.ts';
import { NEAR_TAGS_MAX } from './extensions/template-check.ts';

const SHOWN_MAX = 3;

/** Says which parts of the text are not the tags that they look like. Does not prevent saving. */
export function NearTagHint({ nearTags }: { readonly nearTags: readonly NearTag[] }) {
  const distinct = [...new Map(nearTags.map((nearTag) => [nearTag.source, nearTag])).values()];
  return (
    <div role="status" className="near-tag-hint">
      {nearTags.length > 0 && (
        <>
          <Text size="xs">
            {countNearTags(nearTags.length)} Write <Code>{'\\{{'}</Code> if you mean plain braces.
          </Text>
          <List size="xs" listStyleType="none">
            {distinct.slice(0, SHOWN_MAX).map(({ source, problem }) => (
              <List.Item key={source}>
                <Code>{source}</Code> {describeNearTag(problem)}
              </List.Item>
            ))}
          </List>
          {distinct.length > SHOWN_MAX && <Text size="xs">And {distinct.length - SHOWN_MAX} more.</Text>}
        </>
      )}
    </div>
  );
}

function countNearTags(count: number): string {
  if (count === 1) return 'One thing looks like a tag but is plain text.';
  return `${count === NEAR_TAGS_MAX ? `${count} or more` : count} things look like tags but are plain text.`;
}
