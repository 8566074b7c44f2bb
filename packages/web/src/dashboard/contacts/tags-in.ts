/** The tags in a text, separated by commas, each once: upper case does not count. */
export function tagsIn(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of text.split(/[,;،、，]/)) {
    const tag = part.trim()
    const key = tag.toLowerCase()
    if (tag !== '' && !byKey.has(key)) byKey.set(key, tag)
  }
  return [...byKey.values()]
}
