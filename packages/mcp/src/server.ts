import type { components, HoldfastClient } from '@holdfast/client'
import { McpServer } from '@modelcontextprotocol/server'
import { registerChangingTools, registerTakingTools } from './booking-tools.ts'
import { registerReadingTools } from './reading-tools.ts'

const INSTRUCTIONS = `Holdfast books appointments, classes and rooms, and nights in houses.
Find the event type with list_event_types, and free times with search_availability.
Find a house with list_properties, and free nights with their prices with search_stays.
Hold a time or a stay before you propose it (hold_time, hold_stay), and confirm it only after the person agreed (confirm_booking).
Never state that something is booked unless its status is "confirmed".`

/** What a key may do. */
export type Scopes = components['schemas']['Session']['scopes']

/** What an MCP server needs. */
export interface HoldfastMcpOptions {
  /** Calls the API. Its key and the scopes of the key decide what the tools may do. */
  readonly holdfast: HoldfastClient
  /** The scopes of the key. Tools that it may not call are left out. */
  readonly scopes: Scopes
  /** The version that the server reports. */
  readonly version: string
}

/** Creates an MCP server (specification 2026-07-28, and 2025-11-25) with the tools that a key may call. */
export function createHoldfastMcp({ holdfast, scopes, version }: HoldfastMcpOptions): McpServer {
  const server = new McpServer(
    { name: 'holdfast', title: 'Holdfast', version },
    // The tools of a key stay the same.
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  )
  const reads = scopes.includes('read')
  const changes = scopes.includes('bookings')
  if (reads) registerReadingTools(server, holdfast)
  if (reads && changes) registerTakingTools(server, holdfast)
  if (changes) registerChangingTools(server, holdfast)
  // The library answers the list only after the first tool.
  if (!reads && !changes) server.server.setRequestHandler('tools/list', () => ({ tools: [] }))
  return server
}
