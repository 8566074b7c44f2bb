import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Portuguese. */
export default {
  bookings: {
    language: 'pt',
    locale: 'pt-BR',
    title: (title, providerName) => `${title ?? 'Horário'} com ${providerName}`,
    and: (first, second) => `${first} e ${second}`,
    andMore: (first, count) => `${first} e mais ${count}`,
    nowWith: (names) => `Sua reserva agora é com ${names}.`,
    insteadOf: (now, before) => `${now} em vez de ${before}`,
    nowFor: (now, before) => `Esta reserva agora é para ${now} em vez de ${before}.`,
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
    othersStay: 'As outras reservas que você fez em conjunto não mudam.',
    providerGone: 'O profissional não está mais disponível.',
    serviceGone: 'Este serviço não está mais disponível.',
    receivedBecause: {
      booker: (name) =>
        `Recebe este e-mail porque este endereço foi usado numa reserva com ${name}.`,
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
      otherService: {
        subject: (title) => `Novo serviço: ${title}`,
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
      waitlistOffered: {
        subject: (title) => `Há um horário livre: ${title}`,
        lead: 'Um horário ficou livre e é a sua vez. Guardamos o horário para você. Confirme a tempo, ou ele passa para a próxima pessoa.',
      },
      waitlistLapsed: {
        subject: (title) => `Oferta expirada: ${title}`,
        lead: 'Você não confirmou este horário, então ele passa para a próxima pessoa. Você mantém seu lugar na lista de espera, até três ofertas.',
      },
    },
  },
  stays: {
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
  },
  payments: {
    amount: 'Valor',
    due: 'A pagar',
    payBy: 'Pagar até',
    pay: 'Pagar agora',
    unpaid: 'O pagamento falhou.',
    balanceUnpaid: 'O restante do preço não foi pago a tempo.',
    securityDeposit: {
      label: 'Caução',
      title: (service) => `Caução: ${service}`,
      link: 'Autorizar a caução',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Autorize a caução: ${title}`,
          lead: 'O alojamento pede uma caução antes da sua chegada. Autorize-a no seu cartão: o valor fica reservado e não é cobrado. É libertado após a sua partida, se nada tiver sido danificado.',
        },
        securityDepositTaken: {
          subject: (title) => `Retido da sua caução: ${title}`,
          lead: 'O alojamento reteve este valor da sua caução. O restante foi libertado.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Pagamento necessário: ${title}`,
        lead: 'Pague para confirmar sua reserva. Até lá, guardamos o horário para você.',
      },
      paymentFailed: {
        subject: (title) => `O pagamento falhou: ${title}`,
        lead: 'Sua reserva está confirmada, mas o pagamento falhou. Pague novamente, por favor.',
      },
      refunded: {
        subject: (title) => `Reembolso: ${title}`,
        lead: 'Enviamos um reembolso a você. Ele pode levar alguns dias para chegar.',
      },
    },
  },
  groups: {
    requested:
      'Recebemos sua solicitação para estas reservas. Enviaremos um e-mail quando ela for respondida.',
    approvalNeeded: 'Estas solicitações de reserva aguardam sua aprovação.',
    confirmed: 'Suas reservas estão confirmadas.',
    newBooking: 'Você tem novas reservas.',
    invited: 'Você recebeu um convite para estas reservas.',
    rescheduled: 'Estas reservas foram remarcadas.',
    cancelled: 'Estas reservas foram canceladas.',
  },
  sessions: {
    seats: 'Lugares',
    taken: (count, capacity) => `${count} de ${capacity} ocupados`,
    messages: {
      cancelled: {
        subject: (title) => `Aula cancelada: ${title}`,
        lead: 'Esta aula foi cancelada. Todas as pessoas que reservaram recebem um e-mail.',
      },
      moved: {
        subject: (title) => `Aula remarcada: ${title}`,
        lead: 'Esta aula tem um novo horário. Todas as pessoas que reservaram recebem um e-mail.',
      },
      joined: {
        subject: (title) => `Aula atribuída: ${title}`,
        lead: 'Esta aula agora é sua. Todas as pessoas que reservaram recebem um e-mail.',
      },
      left: {
        subject: (title) => `Aula reatribuída: ${title}`,
        lead: 'Esta aula passou para outra pessoa. Você não participa mais.',
      },
      changed: {
        subject: (title) => `Aula alterada: ${title}`,
        lead: 'As pessoas ou as salas desta aula mudaram. O horário continua o mesmo.',
      },
      emptied: {
        subject: (title) => `Aula sem reservas: ${title}`,
        lead: 'Ninguém mais tem reserva nesta aula. Seu horário está livre novamente.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'Entrar na lista de espera',
      viewList: 'Ver ou deixar a lista de espera',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Confirme: lista de espera de ${title}`,
        lead: 'Abra o link em até 24 horas para entrar na lista de espera. Se você não fez este pedido, ignore este e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Na lista de espera: ${title}`,
        lead: 'Você está na lista de espera. Quando um horário ficar livre e for a sua vez, vamos guardá-lo e enviar um e-mail.',
      },
      waitlistEnded: {
        subject: (title) => `Fora da lista de espera: ${title}`,
        lead: 'Você não está mais nesta lista de espera: o período acabou, três ofertas expiraram, a aula foi cancelada ou a lista foi fechada.',
      },
    },
  },
  signIn: {
    subject: (account) => `Suas reservas: ${account}`,
    lead: (account) =>
      `Abra o link em até 15 minutos para ver suas reservas em ${account}. Ele funciona uma única vez. Se você não pediu este link, ignore este e-mail.`,
    link: 'Ver minhas reservas',
  },
  sms: {
    kinds: {
      requested: 'Pedido recebido',
      confirmed: 'Reserva confirmada',
      rescheduled: 'Novo horário da sua reserva',
      otherService: 'Novo serviço da sua reserva',
      cancelled: 'Reserva cancelada',
      requestExpired: 'Sua solicitação expirou sem resposta',
      reminder: 'Lembrete da sua reserva',
    },
    manage: 'Alterar ou cancelar',
  },
} satisfies Texts
