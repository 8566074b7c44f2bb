import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in English. */
export default {
  bookings: {
    language: 'en',
    locale: 'en-GB',
    title: (title, providerName) => `${title ?? 'Appointment'} with ${providerName}`,
    and: (first, second) => `${first} and ${second}`,
    andMore: (first, count) => `${first} and ${count} more`,
    nowWith: (names) => `Your booking is now with ${names}.`,
    insteadOf: (now, before) => `${now} instead of ${before}`,
    nowFor: (now, before) => `This booking is now for ${now} instead of ${before}.`,
    clock: (time) => time,
    rows: {
      what: 'What',
      when: 'When',
      where: 'Where',
      previousTime: 'Previous time',
      agreedTime: 'Agreed time',
      with: 'With',
      bookedBy: 'Booked by',
      note: 'Note',
      reason: 'Reason',
      answerBy: 'Answer by',
      alsoBooked: 'Also booked',
    },
    othersStay: 'The other bookings that you made at the same time stay as they are.',
    providerGone: 'The provider is no longer available.',
    serviceGone: 'This service is no longer available.',
    receivedBecause: {
      booker: (name) =>
        `You receive this email because this address was used for a booking with ${name}.`,
      guest: (name) => `You receive this email because you were invited to a booking with ${name}.`,
      staff: (name) => `You receive this email because you work with ${name}.`,
    },
    linkFollows: 'The link to join follows by email.',
    links: {
      join: 'Join',
      confirm: 'Confirm booking',
      manage: 'View, reschedule or cancel',
      view: 'View booking',
      approve: 'Approve',
      decline: 'Decline',
      open: 'Open in the dashboard',
      addToCalendar: 'Add to calendar',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `Please confirm: ${title}`,
        lead: 'Open the link to confirm this booking. We hold the time for a few minutes. If you did not ask for it, ignore this email.',
      },
      requested: {
        subject: (title) => `Request received: ${title}`,
        lead: "We received your request. We'll email you when it is answered.",
      },
      approvalNeeded: {
        subject: (title) => `Approval needed: ${title}`,
        lead: 'A booking request is waiting for your approval.',
      },
      confirmed: {
        subject: (title) => `Confirmed: ${title}`,
        lead: 'Your booking is confirmed.',
      },
      newBooking: {
        subject: (title) => `New booking: ${title}`,
        lead: 'You have a new booking.',
      },
      rescheduled: {
        subject: (title) => `New time: ${title}`,
        lead: 'This booking has a new time.',
      },
      otherService: {
        subject: (title) => `New service: ${title}`,
      },
      reassigned: {
        subject: (title) => `Updated: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Updated: ${title}`,
        lead: 'The people or rooms of this booking changed. The time stays the same.',
      },
      withdrawn: {
        subject: (title) => `Reassigned: ${title}`,
        lead: 'This booking was given to someone else. You no longer take part.',
      },
      clocksChanged: {
        subject: (title) => `Clock change: ${title}`,
        lead: 'The law on clock changes was amended where this booking takes place. The local time there stays as agreed. Please update your calendar.',
      },
      timeConflict: {
        subject: (title) => `Reschedule needed: ${title}`,
        lead: 'The law on clock changes in your time zone was amended. This booking cannot keep its agreed local time, because that time is taken. Please reschedule or cancel it.',
      },
      relocated: {
        subject: (title) => `New place: ${title}`,
        lead: 'This booking takes place somewhere else now.',
      },
      linkReady: {
        subject: (title) => `Link to join: ${title}`,
        lead: 'This is the link to join.',
      },
      invited: {
        subject: (title) => `Invitation: ${title}`,
        lead: 'You are invited to this appointment.',
      },
      uninvited: {
        subject: (title) => `Cancelled: ${title}`,
        lead: 'You are no longer invited to this appointment.',
      },
      cancelled: {
        subject: (title) => `Cancelled: ${title}`,
        lead: 'This booking was cancelled.',
      },
      requestExpired: {
        subject: (title) => `Expired: ${title}`,
        lead: 'This request expired because it was not answered in time. The time is available again.',
      },
      reminder: {
        subject: (title) => `Reminder: ${title}`,
        lead: 'Your booking is coming up.',
      },
      thankYou: {
        subject: (title) => `Thank you: ${title}`,
        lead: 'Thank you for your visit. We hope to see you again.',
      },
      noShow: {
        subject: (title) => `We missed you: ${title}`,
        lead: 'We were expecting you, but you were not there. You can book a new time whenever you like.',
      },
      waitlistOffered: {
        subject: (title) => `A time is free: ${title}`,
        lead: 'A time became free, and you are next in line. We hold it for you. Confirm it in time, or it goes to the next person.',
      },
      waitlistLapsed: {
        subject: (title) => `Offer expired: ${title}`,
        lead: 'You did not confirm this time, so it goes to the next person in line. You keep your place on the wait list, up to three offers.',
      },
    },
  },
  stays: {
    locale: 'en-GB',
    title: (calendarName) => `Stay at ${calendarName}`,
    arrival: 'Arrival',
    departure: 'Departure',
    from: (hour) => `from ${hour}`,
    until: (hour) => `by ${hour}`,
    what: 'What',
    previousDates: 'Previous dates',
    days: (arrival, departure) => `${arrival} to ${departure}`,
    link: 'View, move or cancel',
    length: 'Nights',
    nights: nightsIn('en-GB', { one: '# night', other: '# nights' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Open the link to confirm this booking. We hold the nights for a few minutes. If you did not ask for it, ignore this email.',
      },
      rescheduled: {
        subject: (title) => `New dates: ${title}`,
        lead: 'This stay has new dates.',
      },
      invited: { lead: 'You are invited to this stay.' },
      uninvited: { lead: 'You are no longer invited to this stay.' },
      requestExpired: {
        lead: 'This request expired because it was not answered in time. The nights are available again.',
      },
    },
    messages: {
      'stay.created': { subject: 'Confirmed', lead: 'Your stay is booked.' },
      'stay.updated': { subject: 'New dates', lead: 'The dates of your stay have changed.' },
      'stay.deleted': { subject: 'Cancelled', lead: 'Your stay was cancelled.' },
    },
  },
  payments: {
    amount: 'Amount',
    due: 'Still to pay',
    payBy: 'Pay by',
    pay: 'Pay now',
    unpaid: 'The payment failed.',
    balanceUnpaid: 'The rest of the price was not paid in time.',
    securityDeposit: {
      label: 'Security deposit',
      title: (service) => `Security deposit: ${service}`,
      link: 'Authorize the deposit',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Please authorize the security deposit: ${title}`,
          lead: 'The house asks for a security deposit before you arrive. Authorize it on your card: the amount is reserved and not taken. It is released after your departure unless something was damaged.',
        },
        securityDepositTaken: {
          subject: (title) => `Taken from your security deposit: ${title}`,
          lead: 'The house took this amount from your security deposit. The rest was released.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Payment needed: ${title}`,
        lead: 'Pay to confirm your booking. We hold the time for you until then.',
      },
      paymentFailed: {
        subject: (title) => `Payment failed: ${title}`,
        lead: 'Your booking is confirmed, but we could not collect the payment. Please pay again.',
      },
      refunded: {
        subject: (title) => `Refund: ${title}`,
        lead: 'We sent you a refund. It can take a few days to arrive.',
      },
    },
  },
  groups: {
    requested: "We received your request for these bookings. We'll email you when it is answered.",
    approvalNeeded: 'These booking requests are waiting for your approval.',
    confirmed: 'Your bookings are confirmed.',
    newBooking: 'You have new bookings.',
    invited: 'You are invited to these appointments.',
    rescheduled: 'These bookings were moved.',
    cancelled: 'These bookings were cancelled.',
  },
  sessions: {
    seats: 'Seats',
    taken: (count, capacity) => `${count} of ${capacity} taken`,
    messages: {
      cancelled: {
        subject: (title) => `Class cancelled: ${title}`,
        lead: 'This class was cancelled. Everyone who booked it gets an email.',
      },
      moved: {
        subject: (title) => `Class moved: ${title}`,
        lead: 'This class has a new time. Everyone who booked it gets an email.',
      },
      joined: {
        subject: (title) => `Class assigned: ${title}`,
        lead: 'This class was given to you. Everyone who booked it gets an email.',
      },
      left: {
        subject: (title) => `Class reassigned: ${title}`,
        lead: 'This class was given to someone else. You no longer take part.',
      },
      changed: {
        subject: (title) => `Class updated: ${title}`,
        lead: 'The people or rooms of this class changed. The time stays the same.',
      },
      emptied: {
        subject: (title) => `Class empty: ${title}`,
        lead: 'Nobody is booked for this class any more. Your time is free again.',
      },
    },
  },
  waitlist: {
    links: { joinList: 'Join the wait list', viewList: 'View or leave the wait list' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Please confirm: wait list for ${title}`,
        lead: 'Open the link within 24 hours to join the wait list. If you did not ask for it, ignore this email.',
      },
      waitlistJoined: {
        subject: (title) => `On the wait list: ${title}`,
        lead: "You are on the wait list. When a time becomes free and it is your turn, we'll hold it for you and email you.",
      },
      waitlistEnded: {
        subject: (title) => `No longer on the wait list: ${title}`,
        lead: 'You are no longer on this wait list: its period is over, three offers expired, the class was cancelled, or the list was closed.',
      },
    },
  },
  signIn: {
    subject: (account) => `Your bookings at ${account}`,
    lead: (account) =>
      `Open the link within 15 minutes to see your bookings at ${account}. It works once. If you did not ask for it, ignore this email.`,
    link: 'See my bookings',
  },
  sms: {
    kinds: {
      requested: 'Request received',
      confirmed: 'Booking confirmed',
      rescheduled: 'New time for your booking',
      otherService: 'New service for your booking',
      cancelled: 'Booking cancelled',
      requestExpired: 'Your request expired without an answer',
      reminder: 'Reminder of your booking',
    },
    manage: 'Change or cancel',
  },
} satisfies Texts
