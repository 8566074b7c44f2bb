/** A page in `llms.txt`. */
export interface ListedPage {
  readonly title: string
  readonly href: string
  readonly description: string
}

/** The text of `llms.txt`: what the project is, and every page with its address and contents. */
export const llmsText = (
  groups: readonly { readonly title: string; readonly pages: readonly ListedPage[] }[],
): string => `# Holdfast

> Holdfast is an open-source scheduling engine with an HTTP API. It keeps the calendars of people, rooms and equipment, offers their free times, and books them so that no time is booked twice.

A booking begins as a hold, which claims the time. Confirming a live hold always succeeds. Instants are RFC 3339, ranges are half-open, errors are RFC 9457 problems with a stable \`code\`. The OpenAPI document is at /openapi.json. The pages below that come from a document can also be read as Markdown, at their address with \`.md\`.

${groups
  .map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.href}): ${page.description}`).join('\n')}\n`,
  )
  .join('\n')}`
