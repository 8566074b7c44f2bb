import { HoldfastError, type unwrap } from '@holdfast/client'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** A call of the API, as the client returns it. */
export type ApiCall<Data> = Parameters<typeof unwrap<Data>>[0]

/** Thrown by a tool whose input cannot be used as asked; the message tells the assistant what to do instead. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
}

const textOf = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) })

/**
 * Runs a tool, and answers its result as structured content and as text, which older clients read. A refusal of the
 * API becomes a result with `isError`, its stable `code` and what would be right. Anything else is thrown.
 */
export async function answerOf(run: () => Promise<object>): Promise<CallToolResult> {
  try {
    const value = await run()
    // Tools return plain objects of the API, which is what JSON-RPC sends.
    return { content: [textOf(value)], structuredContent: value as Record<string, unknown> }
  } catch (error) {
    if (error instanceof ToolRefusal) {
      return { content: [textOf({ code: 'unsuitable', detail: error.message })], isError: true }
    }
    if (!(error instanceof HoldfastError)) throw error
    const { title: _, type: _1, ...problem } = error.problem
    return { content: [textOf(problem)], isError: true }
  }
}
