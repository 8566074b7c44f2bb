import { connectHost } from '../shared/host-page.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { BookingPage, EVENT_TYPE_IN_PATH } from './booking-page.tsx'
import './early-call.ts'
import { bookingTranslations } from './languages.ts'

mountPage(<BookingPage source={EVENT_TYPE_IN_PATH} />, bookingTranslations)
connectHost()
