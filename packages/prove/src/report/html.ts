/** Text as HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A list of texts. */
export const listOf = (tag: 'ol' | 'ul', texts: readonly string[]): string =>
  `<${tag}>${texts.map((text) => `<li>${escaped(text)}</li>`).join('')}</${tag}>`
