export type {
  BookedDetail,
  BookingDetail,
  BookingSettings,
  EventCallbacks,
  HoldfastApi,
  HoldfastBookingElement,
  HoldfastEventName,
  HoldfastEvents,
  LeaveDetail,
  PopupOptions,
  Prefill,
} from './element.ts'
export { HoldfastBooking, type HoldfastBookingProps } from './holdfast-booking.ts'
export { loadEmbed } from './load-embed.ts'
export { type HoldfastPopup, type PopupSettings, useHoldfastPopup } from './use-holdfast-popup.ts'
