const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * Whether `If-None-Match` lists an entity tag, so that a GET is answered with 304. Uses weak comparison
 * (RFC 9110 §13.1.2).
 */
export const namesTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((each) => withoutWeakness(each) === withoutWeakness(etag))
