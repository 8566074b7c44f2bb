import type { HoldfastClient } from '@holdfast/client'
import { McpServer } from '@modelcontextprotocol/server'
import { registerBookingTools } from './booking-tools.ts'
import { registerReadingTools } from './reading-tools.ts'

const INSTRUCTIONS = `Holdfast books appointments, classes and rooms.
Find the event type with list_event_types, and free times with search_availability.
Hold a time before you propose it (hold_time), and confirm it only after the person agreed (confirm_booking).
Never state that something is booked unless its status is "confirmed".`

/** What an MCP server needs. */
export interface HoldfastMcpOptions {
  /** Calls the API. Its key and the scopes of the key decide what the tools may do. */
  readonly holdfast: HoldfastClient
  /** The version that the server reports. */
  readonly version: string
}

/** Creates an MCP server (specification 2026-07-28, and 2025-11-25) with the tools of one account. */
export function createHoldfastMcp({ holdfast, version }: HoldfastMcpOptions): McpServer {
  const server = new McpServer(
    { name: 'holdfast', title: 'Holdfast', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  registerReadingTools(server, holdfast)
  registerBookingTools(server, holdfast)
  return server
}
