// The parameters of punycode, RFC 3492.
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128]
const PREFIX = 'xn--'

function nextBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/** Decodes what follows `xn--` in a label. Undefined if it is no punycode. */
function decoded(text: string): string | undefined {
  const dash = text.lastIndexOf('-')
  const codes = Array.from(text.slice(0, Math.max(dash, 0)), (letter) => letter.charCodeAt(0))
  let [code, index, bias, at] = [FIRST_CODE, 0, FIRST_BIAS, dash + 1]
  while (at < text.length) {
    const before = index
    for (let [weight, step] = [1, BASE]; ; step += BASE, at += 1) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(text[at] ?? ' ')
      if (digit === -1) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    at += 1
    const length = codes.length + 1
    bias = nextBias(index - before, length, before === 0)
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff) return undefined
    codes.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...codes)
}

const LATIN = /^[\0-\u024f]*$/
const LOOKS_LATIN = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Lisu}]/u

/** See `shown-email.ts` of the server, which shows the same addresses in the same way. */
function isDistinct(label: string, topLevel: string): boolean {
  if (LATIN.test(label)) return true
  if (/\p{sc=Latin}/u.test(label)) return false
  return !LOOKS_LATIN.test(label) || !LATIN.test(topLevel)
}

/**
 * An email address as people read it: its domain in Unicode (`ada@bücher.example`), if that leads back to the same
 * domain and does not look like another one. The API stores and answers the domain in ASCII.
 */
export function shownEmail(email: string): string {
  if (!email.includes(PREFIX)) return email
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  const labels = domain
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decoded(label.slice(PREFIX.length)) : label))
  if (!labels.every((label) => label !== undefined && isDistinct(label, labels.at(-1) ?? ''))) {
    return email
  }
  const shown = labels.join('.')
  const url = `http://${shown}`
  const isSame = URL.canParse(url) && new URL(url).hostname === domain
  return isSame ? email.slice(0, at) + shown : email
}
