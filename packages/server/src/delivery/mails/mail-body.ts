import type { MailLanguage } from './words.ts'

/** The table of an email: labels and values. */
export type Rows = readonly (readonly [string, string])[]

/** A link of an email. The first one is shown as the main one. */
export interface MailLink {
  readonly url: string
  readonly label: string
}

/** The plain text of an email. */
export function textBody(lead: string, rows: Rows, links: readonly MailLink[]): string {
  const table = rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`)
  const linked = links.map(({ url, label }) => `${label}: ${url}`)
  return [lead, '', ...table, ...(linked.length > 0 ? ['', ...linked] : []), ''].join('\n')
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text as paragraphs, which blank lines separate. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => `<p style="margin:0 0 16px">${escapeHtml(each).replaceAll('\n', '<br>')}</p>`)
    .join('')

const BUTTON = 'padding:10px 18px;border-radius:6px;display:inline-block;text-decoration:none'
const MAIN_BUTTON = 'background:#1f4fd8;color:#ffffff;border:1px solid #1f4fd8'
const OTHER_BUTTON = 'background:#ffffff;color:#1a1f29;border:1px solid #8a93a3'

/** The HTML of an email. It uses tables and inline styles only, because clients support little else. */
export function htmlBody(
  lead: string,
  rows: Rows,
  links: readonly MailLink[],
  language: MailLanguage = 'en',
): string {
  const isRightToLeft = language === 'ar'
  const cell = `padding:${isRightToLeft ? '4px 0 4px 16px' : '4px 16px 4px 0'};vertical-align:top`
  // Break long words and addresses, so that nobody scrolls sideways on a narrow screen.
  const value = `${cell};overflow-wrap:anywhere;word-break:break-word`
  const table = rows
    .map(
      ([name, text]) =>
        `<tr><th align="${isRightToLeft ? 'right' : 'left'}" style="${cell};color:#5b6472;font-weight:normal">${escapeHtml(name)}</th>` +
        `<td style="${value}">${escapeHtml(text).replaceAll('\n', '<br>')}</td></tr>`,
    )
    .join('')
  const buttons = links
    .map(({ url, label }, index) => {
      const look = index === 0 ? MAIN_BUTTON : OTHER_BUTTON
      const margin = isRightToLeft ? '0 0 8px 8px' : '0 8px 8px 0'
      return `<a href="${escapeHtml(url)}" style="${look};${BUTTON};margin:${margin}">${escapeHtml(label)}</a>`
    })
    .join(' ')
  const actions = links.length === 0 ? '' : `<p style="margin:24px 0">${buttons}</p>`
  return (
    `<!doctype html><html lang="${language}"${isRightToLeft ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>` +
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1f29;background:#ffffff">' +
    `${paragraphs(lead)}<table role="presentation" cellspacing="0" style="font:inherit">${table}</table>${actions}` +
    '</body></html>'
  )
}
