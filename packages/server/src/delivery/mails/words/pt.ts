import { nightsIn } from './nights-in.ts'
import type { StayWords, Words } from './wording.ts'

/** Emails about bookings in Portuguese. */
export const PORTUGUESE: Words = {
  language: 'pt',
  locale: 'pt-BR',
  title: (title, providerName) => `${title ?? 'Horário'} com ${providerName}`,
  and: (first, second) => `${first} e ${second}`,
  andMore: (first, count) => `${first} e mais ${count}`,
  nowWith: (names) => `Sua reserva agora é com ${names}.`,
  clock: (time) => `${time}`,
  rows: {
    what: 'Reserva',
    when: 'Data',
    where: 'Local',
    previousTime: 'Horário anterior',
    agreedTime: 'Horário combinado',
    with: 'Com',
    bookedBy: 'Reservado por',
    note: 'Mensagem',
    reason: 'Motivo',
    answerBy: 'Responder até',
    alsoBooked: 'Também marcado',
  },
  othersStay: 'As outras marcações que fez em conjunto mantêm-se inalteradas.',
  providerGone: 'O profissional não está mais disponível.',
  serviceGone: 'Este serviço não está mais disponível.',
  receivedBecause: {
    booker: (name) => `Recebe este e-mail porque este endereço foi usado numa reserva com ${name}.`,
    guest: (name) => `Recebe este e-mail porque foi convidado para uma reserva com ${name}.`,
    staff: (name) => `Recebe este e-mail porque trabalha com ${name}.`,
  },
  linkFollows: 'O link para participar será enviado por e-mail.',
  links: {
    join: 'Participar',
    confirm: 'Confirmar a reserva',
    manage: 'Ver, remarcar ou cancelar',
    view: 'Ver a reserva',
    approve: 'Aprovar',
    decline: 'Recusar',
    open: 'Abrir no painel',
    addToCalendar: 'Adicionar à agenda',
  },
  messages: {
    emailProofNeeded: {
      subject: (title) => `Confirme sua reserva: ${title}`,
      lead: 'Abra o link para confirmar esta reserva. Guardamos o horário por alguns minutos. Se você não fez este pedido, ignore este e-mail.',
    },
    requested: {
      subject: (title) => `Solicitação recebida: ${title}`,
      lead: 'Recebemos sua solicitação. Enviaremos um e-mail quando ela for respondida.',
    },
    approvalNeeded: {
      subject: (title) => `Aprovação necessária: ${title}`,
      lead: 'Uma solicitação de reserva aguarda sua aprovação.',
    },
    confirmed: {
      subject: (title) => `Confirmado: ${title}`,
      lead: 'Sua reserva está confirmada.',
    },
    newBooking: {
      subject: (title) => `Nova reserva: ${title}`,
      lead: 'Você tem uma nova reserva.',
    },
    rescheduled: {
      subject: (title) => `Novo horário: ${title}`,
      lead: 'Esta reserva tem um novo horário.',
    },
    reassigned: {
      subject: (title) => `Alterado: ${title}`,
    },
    teamChanged: {
      subject: (title) => `Alterado: ${title}`,
      lead: 'As pessoas ou salas desta reserva mudaram. O horário continua o mesmo.',
    },
    withdrawn: {
      subject: (title) => `Transferido: ${title}`,
      lead: 'Esta reserva foi passada para outra pessoa. Você não participa mais dela.',
    },
    clocksChanged: {
      subject: (title) => `Mudança de horário legal: ${title}`,
      lead: 'As regras do horário legal mudaram no local desta reserva. O horário local combinado continua o mesmo. Atualize sua agenda.',
    },
    timeConflict: {
      subject: (title) => `É preciso remarcar: ${title}`,
      lead: 'As regras do horário legal mudaram no seu fuso horário. Esta reserva não pode manter o horário local combinado, porque ele está ocupado. Remarque ou cancele a reserva.',
    },
    relocated: {
      subject: (title) => `Novo local: ${title}`,
      lead: 'Esta reserva agora acontece em outro lugar.',
    },
    linkReady: {
      subject: (title) => `Link para participar: ${title}`,
      lead: 'Este é o link para participar.',
    },
    invited: {
      subject: (title) => `Convite: ${title}`,
      lead: 'Você recebeu um convite para este horário.',
    },
    uninvited: {
      subject: (title) => `Cancelado: ${title}`,
      lead: 'Seu convite para este horário foi cancelado.',
    },
    cancelled: {
      subject: (title) => `Cancelado: ${title}`,
      lead: 'Esta reserva foi cancelada.',
    },
    requestExpired: {
      subject: (title) => `Expirado: ${title}`,
      lead: 'Esta solicitação expirou porque não foi respondida a tempo. O horário está disponível novamente.',
    },
    reminder: {
      subject: (title) => `Lembrete: ${title}`,
      lead: 'Sua reserva está chegando.',
    },
    thankYou: {
      subject: (title) => `Obrigado: ${title}`,
      lead: 'Obrigado pela sua visita. Esperamos ver você novamente.',
    },
    noShow: {
      subject: (title) => `Sentimos sua falta: ${title}`,
      lead: 'Esperávamos por você, mas você não compareceu. Você pode reservar um novo horário quando quiser.',
    },
  },
}

/** Emails about stays in Portuguese. */
export const PORTUGUESE_STAYS: StayWords = {
  locale: 'pt-BR',
  title: (calendarName) => `Estadia: ${calendarName}`,
  arrival: 'Chegada',
  departure: 'Saída',
  from: (hour) => `a partir das ${hour}`,
  until: (hour) => `até as ${hour}`,
  what: 'Reserva',
  previousDates: 'Datas anteriores',
  days: (arrival, departure) => `${arrival} a ${departure}`,
  link: 'Ver, remarcar ou cancelar',
  length: 'Noites',
  nights: nightsIn('pt-BR', { one: '# noite', other: '# noites' }),
  bookingMessages: {
    emailProofNeeded: {
      lead: 'Abra o link para confirmar esta reserva. Guardamos as noites por alguns minutos. Se você não fez este pedido, ignore este e-mail.',
    },
    rescheduled: {
      subject: (title) => `Novas datas: ${title}`,
      lead: 'Esta estadia tem novas datas.',
    },
    invited: { lead: 'Você foi convidado para esta estadia.' },
    uninvited: { lead: 'Você não está mais convidado para esta estadia.' },
    requestExpired: {
      lead: 'Esta solicitação expirou porque não foi respondida a tempo. As noites estão disponíveis novamente.',
    },
  },
  messages: {
    'stay.created': {
      subject: 'Confirmada',
      lead: 'Sua estadia está reservada.',
    },
    'stay.updated': {
      subject: 'Novas datas',
      lead: 'As datas da sua estadia mudaram.',
    },
    'stay.deleted': {
      subject: 'Cancelada',
      lead: 'Sua estadia foi cancelada.',
    },
  },
}
