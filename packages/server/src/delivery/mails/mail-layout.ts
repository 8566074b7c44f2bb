import { type BrandColors, brandColors, SCHEMES } from '../../identity/accounts/brand-colors.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { TEXTS } from '../languages/languages.ts'
import type { Mail } from '../ports/mailer.ts'
import type { LinkList, MailBody, MailLink, Rows, WrittenMail } from './mail-body.ts'
import type { MailBrand } from './mail-brand.ts'

/** The color of emails of an account without a brand; the pages have the same. */
const OWN_COLOR = '#1d5c4d'

/**
 * Gives an email its layout: plain text and HTML with the name, color and logo of the account, and why the
 * receiver gets it.
 *
 * The HTML follows what Outlook for Windows, Gmail and Apple Mail have in common: nested tables of at most 600
 * pixels, all sizes inline, padding on cells and not on links, which Outlook ignores. Whoever supports style
 * sheets also gets the dark colors.
 */
export function layOut({ body, ...mail }: WrittenMail, brand: MailBrand): Mail {
  const { language, receiver } = body
  const reason =
    brand.name === '' ? '' : TEXTS[language].bookings.receivedBecause[receiver](brand.name)
  return { ...mail, text: textOf(body, reason), html: htmlOf(mail.subject, body, brand, reason) }
}

function textOf({ lead, rows, links }: MailBody, reason: string): string {
  const table = rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`)
  const linked = links.map(({ url, label }) => `${label}: ${url}`)
  const parts = [lead, table.join('\n'), linked.join('\n'), reason && `-- \n${reason}`]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
// Long words and addresses break, so that nobody scrolls sideways on a narrow screen.
const BREAK = 'overflow-wrap:anywhere;word-break:break-word'

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

function htmlOf(subject: string, body: MailBody, brand: MailBrand, reason: string): string {
  const { language, lead, rows, links, moreLinks } = body
  const colors = brandColors(brand.color ?? OWN_COLOR, 'light')
  const { paper, surface, ink, inkSoft } = SCHEMES.light
  const isRightToLeft = language === 'ar'
  const sides = isRightToLeft
    ? { start: 'right', direction: ' dir="rtl"' }
    : { start: 'left', direction: '' }
  return [
    `<!doctype html><html lang="${language}"${sides.direction}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${darkStyle(brand.color ?? OWN_COLOR)}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:${paper}">`,
    preheader(lead, rows),
    `<table ${TABLE} width="100%" class="paper" style="background:${paper}"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${TABLE} width="600" style="width:100%;max-width:600px;${FONT};font-size:16px;line-height:1.5;color:${ink};text-align:${sides.start}">`,
    header(brand, colors),
    `<tr><td class="card" style="background:${surface};padding:28px 28px 20px;${BREAK}">`,
    `${paragraphs(lead)}${details(rows, inkSoft)}${actions(links, colors)}${moreOf(moreLinks, inkSoft)}</td></tr>`,
    reason &&
      `<tr><td class="soft" style="padding:16px 28px;font-size:13px;color:${inkSoft};${BREAK}">${lines(reason)}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('')
}

/** What a list of emails shows beside the subject: the first paragraph and the time, then nothing of the rest. */
function preheader(lead: string, rows: Rows): string {
  const text = [lead.split('\n\n')[0] ?? '', ...rows.slice(1, 2).map(([, value]) => value)]
  const filler = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${lines(text.join(' '))}${filler}</div>`
}

/** The line in the color of the account, and its logo, or its name. */
function header({ name, logoUrl }: MailBrand, { fillLine }: BrandColors): string {
  const shown = escapeHtml(name || 'Holdfast')
  const inside =
    logoUrl === undefined
      ? `<span style="font-size:18px;font-weight:600">${shown}</span>`
      : `<img src="${escapeHtml(logoUrl)}" alt="${shown}" height="40" style="display:block;height:40px;max-width:240px;border:0;font-size:18px;font-weight:600">`
  return `<tr><td class="card" style="background:${SCHEMES.light.surface};border-top:4px solid ${fillLine};padding:20px 28px 0;${BREAK}">${inside}</td></tr>`
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => `<p style="margin:0 0 16px">${lines(each)}</p>`)
    .join('')

/** Labels above their values, so that no language breaks a label, however narrow the screen is. */
function details(rows: Rows, inkSoft: string): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td class="line" style="padding:10px 0;border-top:1px solid #e3e0d8;${BREAK}"><span class="soft" style="display:block;font-size:13px;color:${inkSoft}">${escapeHtml(label)}</span>${lines(value)}</td></tr>`,
  )
  return `<table ${TABLE} width="100%" style="font:inherit;margin:0 0 20px">${cells.join('')}</table>`
}

/** Links as buttons: each a cell with its own padding. The first one is filled. */
function actions(links: readonly MailLink[], { fill, fillInk, fillLine }: BrandColors): string {
  return links
    .map(({ url, label }, index) => {
      const isMain = index === 0
      const look = isMain
        ? `background:${fill};border:1px solid ${fillLine}`
        : `border:1px solid ${SCHEMES.light.inkSoft}`
      const color = isMain ? fillInk : SCHEMES.light.ink
      return (
        `<table ${TABLE} style="margin:0 0 12px"><tr><td${isMain ? ` bgcolor="${fill}"` : ' class="other"'} style="${look};border-radius:8px;padding:11px 20px">` +
        `<a href="${escapeHtml(url)}"${isMain ? '' : ' class="other"'} style="color:${color};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table>`
      )
    })
    .join('')
}

/** Further links in one line of text. */
function moreOf(list: LinkList | undefined, inkSoft: string): string {
  if (list === undefined) return ''
  const links = list.links.map(
    ({ url, label }) =>
      `<a href="${escapeHtml(url)}" class="soft" style="color:${inkSoft}">${escapeHtml(label)}</a>`,
  )
  return `<p class="soft" style="margin:8px 0 12px;font-size:14px;color:${inkSoft}">${escapeHtml(list.label)}: ${links.join(' · ')}</p>`
}

/** The colors in the dark. `data-ogsc` is what Outlook on the web adds instead of the media query. */
function darkStyle(color: string): string {
  const { paper, surface, ink, inkSoft } = SCHEMES.dark
  const { accent } = brandColors(color, 'dark')
  const rules = (before: string) =>
    [
      `${before}.paper{background:${paper}!important}`,
      `${before}.card{background:${surface}!important;color:${ink}!important;border-top-color:${accent}!important}`,
      `${before}.soft{color:${inkSoft}!important}`,
      `${before}.line{border-top-color:#343a40!important;color:${ink}!important}`,
      `${before}a.other{color:${ink}!important}`,
      `${before}td.other{border-color:${inkSoft}!important}`,
    ].join('')
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`
}
