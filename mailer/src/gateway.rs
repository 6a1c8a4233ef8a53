//! Wires the gateway together: the ways in, the worker that handles what arrived, the worker that sends what is owed.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use turnpost_core::service::{Service, ServiceError};

use crate::address::OurAddress;
use crate::compose::Composer;
use crate::compose::dkim::{Signer, SignerError};
use crate::decide::auth::Verifier;
use crate::decide::door::Door;
use crate::decide::inbound::Inbound;
use crate::decide::judge::Judge;
use crate::decide::limit::{Forwards, Senders};
use crate::maildir::Maildir;
use crate::receive::alone::Lease;
use crate::receive::imap::Mailbox;
use crate::receive::listen::{self, Receiver};
use crate::receive::network::Peers;
use crate::receive::store::storing_inbox;
use crate::receive::{self, Inbox};
use crate::send::alarm::{Alarm, Since};
use crate::send::operator::Operator;
use crate::send::outbound::Outbound;
use crate::send::post::Post;
use crate::send::smtp::Relay;
use crate::surroundings::{Surroundings, blocking};
use crate::tls;
use crate::url::ServerUrl;

/// How long a stopping gateway waits for mails that are being sent.
const GOODBYE: Duration = Duration::from_secs(10);

/// The operator's configuration. What is `None` is off.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `mail.address`
    pub address: OurAddress,
    /// `mail.listen`
    pub listen: Option<String>,
    /// `mail.tls_cert` and `mail.tls_key`
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// `mail.max_size`
    pub max_size: usize,
    /// `mail.imap`
    pub imap: Option<ServerUrl>,
    /// `mail.maildir`
    pub maildir: Option<PathBuf>,
    /// `mail.smtp`
    pub smtp: Option<ServerUrl>,
    /// `mail.ca`
    pub authority: Option<PathBuf>,
    /// `mail.outbox`, used where there is no `mail.smtp`.
    pub outbox: PathBuf,
    /// `mail.trusted_authserv`
    pub trusted_authserv: Option<String>,
    /// `mail.operator`
    pub operator: Option<String>,
    /// `mail.dkim_selector` and `mail.dkim_key`
    pub dkim: Option<(String, PathBuf)>,
    /// How many mails of one sender are acted upon in an hour.
    pub mails_per_hour: u32,
    /// `mail.proxies` and `mail.nat`
    pub peers: Peers,
    /// The name server to ask instead of the system's.
    pub name_server: Option<SocketAddr>,
}

/// Why the gateway can't start; each is for the operator to put right.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// `mail.listen`
    #[error("mail.listen: {0} can't be listened on: {1}")]
    Listen(String, std::io::Error),
    /// `mail.tls_cert`, `mail.tls_key`
    #[error("mail.tls_cert and mail.tls_key: {0}")]
    Certificate(Box<dyn std::error::Error + Send + Sync>),
    /// `mail.ca`
    #[error("mail.ca: {0}")]
    Authority(std::io::Error),
    /// `mail.maildir`, `mail.outbox`
    #[error("the Maildir {0} can't be used: {1}")]
    Maildir(PathBuf, std::io::Error),
    /// `mail.dkim_key`
    #[error("mail.dkim_key: {0}")]
    Dkim(#[from] SignerError),
}

/// The gateway, ready to run.
pub struct Gateway {
    receiver: Option<Receiver>,
    mailbox: Option<Mailbox>,
    maildir: Option<Maildir>,
    max_size: usize,
    inbox: Inbox,
    inbound: Arc<Inbound>,
    outbound: Arc<Outbound>,
}

impl Gateway {
    /// Opens ports and folders and reads keys, so that mistakes show at once.
    pub async fn open(settings: Settings, service: Arc<Service>, around: Surroundings) -> Result<Self, GatewayError> {
        let ours = settings.address;
        let (arrived, owed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let bells = (Arc::downgrade(&arrived), Arc::downgrade(&owed));
        service.on_waking(move |woken| {
            if let Some(arrived) = bells.0.upgrade().filter(|_| woken.inbox) {
                arrived.notify_one();
            }
            if let Some(owed) = bells.1.upgrade().filter(|_| woken.mail) {
                owed.notify_one();
            }
        });
        let limit = Arc::new(Senders::new(settings.mails_per_hour));
        let door = Door {
            service: Arc::clone(&service),
            ours: ours.clone(),
            limit: Arc::clone(&limit),
            peers: settings.peers.clone(),
        };
        let inbox = storing_inbox(Arc::clone(&service), Arc::clone(&arrived));
        let inbox = inbox.behind(move |arrival| door.turns_away(arrival));
        let connector = tls::connector(settings.authority.as_deref()).map_err(GatewayError::Authority)?;
        let acceptor = match &settings.certificate {
            Some((chain, key)) => Some(listen::acceptor(chain, key).map_err(GatewayError::Certificate)?),
            None => None,
        };
        let receiver = match settings.listen {
            Some(address) => {
                let bound = Receiver::bind(&address, ours.clone(), inbox.clone(), acceptor, settings.max_size).await;
                let bound = bound.map_err(|error| GatewayError::Listen(address, error))?;
                Some(bound.knowing(settings.peers.clone()))
            }
            None => None,
        };
        let folder = |path: PathBuf| Maildir::open(&path).map_err(|error| GatewayError::Maildir(path, error));
        let post = Arc::new(match settings.smtp {
            Some(url) => Post::relay(Relay::new(url, connector.clone(), ours.domain())),
            None => Post::Maildir(folder(settings.outbox)?),
        });
        let signer = match &settings.dkim {
            Some((selector, key)) => Some(Arc::new(Signer::load(key, selector, ours.domain())?)),
            None => None,
        };
        let write_to = |address| Operator { address, ours: ours.clone(), signer: signer.clone() };
        let operator = settings.operator.map(write_to);
        let alarm = Alarm::new(operator, Arc::clone(&service), Arc::clone(&post), around);
        let mailbox = settings
            .imap
            .map(|url| Mailbox::new(url, connector, inbox.clone(), settings.max_size).keeping(service.keep_days()));
        let verifier = Verifier::new(ours.clone(), settings.trusted_authserv).knowing(settings.peers.clone());
        let judge = Judge {
            service: Arc::clone(&service),
            verifier: match settings.name_server {
                Some(server) => verifier.asking(server),
                None => verifier,
            },
            peers: settings.peers,
            limit,
            ours: ours.clone(),
            desks: Semaphore::new(processors()),
        };
        let inbound = Inbound {
            service: Arc::clone(&service),
            judge: Arc::new(judge),
            forwards: Forwards::default(),
            alarm: Arc::clone(&alarm),
            post: Arc::clone(&post),
            around,
            arrived,
            owed: Arc::clone(&owed),
        };
        let composer = Arc::new(Composer::new(ours, signer));
        Ok(Self {
            receiver,
            mailbox,
            maildir: settings.maildir.map(folder).transpose()?,
            max_size: settings.max_size,
            inbox,
            inbound: Arc::new(inbound),
            outbound: Arc::new(Outbound {
                service,
                composer,
                post,
                owed,
                around,
                alarm,
                stuck: Since::default(),
                easels: Semaphore::new(processors()),
            }),
        })
    }

    /// Where the receiver listens, if it does.
    pub fn listening(&self) -> Option<SocketAddr> {
        self.receiver.as_ref().and_then(|receiver| receiver.address().ok())
    }

    /// Where arrivals go.
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// Handles all waiting mail and sends all that is owed, without listening. Returns how many mails that were.
    pub async fn drain(&self) -> Result<usize, ServiceError> {
        let mut count = 0;
        loop {
            let handled = self.inbound.batch().await?;
            let sent = self.outbound.flush().await?;
            if handled + sent == 0 {
                return Ok(count);
            }
            count += handled + sent;
        }
    }

    /// Runs until `stop` is done, then finishes what is being sent. False if a part of it ended early.
    pub async fn run(self, stop: impl Future<Output = ()>) -> bool {
        let mut ways_in = JoinSet::new();
        if let Some(receiver) = self.receiver {
            ways_in.spawn(receiver.serve());
        }
        let service = Arc::clone(&self.inbound.service);
        let name = self.mailbox.as_ref().map(Mailbox::lease);
        if let (Some(mailbox), Some(name)) = (self.mailbox.map(Arc::new), name.clone()) {
            let alarm = Arc::clone(&self.outbound.alarm);
            let watch = move || {
                let (mailbox, alarm) = (Arc::clone(&mailbox), Arc::clone(&alarm));
                async move { mailbox.watch(&alarm).await }
            };
            let lease = Lease { service: Arc::clone(&service), name, clock: self.inbound.around.clock };
            ways_in.spawn(lease.alone(watch));
        }
        if let Some(folder) = self.maildir {
            let alarm = Arc::clone(&self.outbound.alarm);
            ways_in.spawn(receive::maildir::watch(folder, self.inbox, self.max_size, alarm));
        }
        ways_in.spawn(self.inbound.work());
        let stop_sending = Arc::new(Notify::new());
        let mut sending = tokio::spawn(self.outbound.work(Arc::clone(&stop_sending)));
        let whole = tokio::select! {
            () = stop => true,
            _ = ways_in.join_next() => false,
            _ = &mut sending => return false,
        };
        ways_in.shutdown().await;
        if let Some(name) = name {
            // Another process may go on at once.
            _ = blocking(move || service.drop_lease(&name)).await;
        }
        stop_sending.notify_one();
        if tokio::time::timeout(GOODBYE, sending).await.is_err() {
            tracing::warn!("a mail was still being sent; it is sent again at the next start");
        }
        whole
    }
}

/// How many threads can work in parallel.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}
