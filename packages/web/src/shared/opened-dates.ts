/** The query of a provider's page that shows the times it opened without an event type. */
export const OPENED_DATES = 'dates'
