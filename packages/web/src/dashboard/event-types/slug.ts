/** Makes a link name from a title: `First visit` becomes `first-visit`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    // NFKD has split accents off their letters; this drops them.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
