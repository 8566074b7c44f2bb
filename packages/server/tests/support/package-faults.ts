import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** What npm's readers would find wrong with a built package, as publint says it. Empty if nothing. */
export async function faultsOf(folder: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'warning', pack: false })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}
