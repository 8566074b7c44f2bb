/**
 * A sentence for the descriptions of lists that come from an index. Their items are as they are now; which items
 * there are may be a moment old on DynamoDB.
 */
export const MAY_LACK_RECENT =
  'On DynamoDB, what was created within the last second may be missing.'
