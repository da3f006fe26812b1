"""Optuna's tables in PostgreSQL, for workers on many machines. Four things are other than in Optuna 3.1:

A worker whose queue is empty gets no trial, where Optuna would have the sampler make one.
A trial that is taken has a heartbeat from the beginning: without one a worker that dies at once is never missed.
Where a worker has died, its trial waits in the queue again, under its own number and in one transaction: between
Optuna's two, to fail it and to enqueue it anew, a point could be lost.
Ages are counted by the server's clock in UTC, and a heartbeat that comes while one counts is not taken for a day old.
"""
import datetime
import json

import optuna
import sqlalchemy
from optuna.storages._rdb import models
from optuna.storages._rdb.storage import _create_scoped_session
from optuna.trial import TrialState
from sqlalchemy.exc import SQLAlchemyError

from .address import engine_settings, whole

MISSED = 5  # heartbeats until a worker is taken for dead
LOST = 5    # workers lost at one trial until it fails: the fault may be the trial's
NOW = sqlalchemy.func.timezone("utc", sqlalchemy.func.clock_timestamp())
UNREACHABLE = (optuna.exceptions.StorageInternalError, SQLAlchemyError)


class NothingWaits(Exception):
    """No trial waits to be taken; others may still be at work."""


class Storage(optuna.storages.RDBStorage):
    def __init__(self, address, make_tables=False):
        # Optuna fills in braces.
        self.address = address
        text = whole(address).replace("{", "{{").replace("}", "}}")
        super().__init__(text, engine_kwargs=engine_settings(address), skip_table_creation=not make_tables)

    def _create_new_trial(self, study_id, template_trial=None):
        if template_trial is None:
            raise NothingWaits
        return super()._create_new_trial(study_id, template_trial)

    def set_trial_state_values(self, trial_id, state, values=None):
        """False if another worker has already ended the trial; Optuna would end the worker."""
        if state == TrialState.RUNNING:
            self.record_heartbeat(trial_id)
        try:
            return super().set_trial_state_values(trial_id, state, values)
        except RuntimeError:
            return False

    def record_heartbeat(self, trial_id):
        """A brief outage of the server must not end the thread: the next heartbeat may reach it."""
        try:
            with _create_scoped_session(self.scoped_session, True) as session:
                known = models.TrialHeartbeatModel.where_trial_id(trial_id, session)
                if known is None:
                    session.add(models.TrialHeartbeatModel(trial_id=trial_id, heartbeat=NOW))
                else:
                    known.heartbeat = NOW
        except UNREACHABLE:
            pass

    def _get_stale_trial_ids(self, study_id):
        """Optuna calls this before it takes a trial. Trials of dead workers are put back; returned are those that have
        lost too many workers, which Optuna fails."""
        with _create_scoped_session(self.scoped_session) as session:
            if not self._stale(session, study_id):
                return []
        with _create_scoped_session(self.scoped_session) as session:
            models.StudyModel.find_or_raise_by_id(study_id, session, for_update=True)  # one worker at a time
            hopeless = []
            for trial in self._stale(session, study_id):
                lost = 1 + sum(json.loads(one.value_json) for one in trial.user_attributes if one.key == "lost")
                self._set_trial_user_attr_without_commit(session, trial.trial_id, "lost", lost)
                if lost < LOST:
                    self._back(session, trial)
                else:
                    self._set_trial_user_attr_without_commit(session, trial.trial_id, "failure",
                                                             f"{lost} workers died at it")
                    hopeless.append(trial.trial_id)
        return hopeless

    def _stale(self, session, study_id):
        oldest = session.execute(sqlalchemy.select(NOW)).scalar() - datetime.timedelta(seconds=self.grace_period)
        trials = session.query(models.TrialModel).join(models.TrialHeartbeatModel)
        return trials.filter(models.TrialModel.study_id == study_id, models.TrialModel.state == TrialState.RUNNING,
                             models.TrialHeartbeatModel.heartbeat < oldest).all()

    def put_back(self, trial_id, worker):
        """Returns the trial to the queue, unless another worker has it by now, or it has ended."""
        with _create_scoped_session(self.scoped_session) as session:
            trial = models.TrialModel.find_or_raise_by_id(trial_id, session, for_update=True)
            if self._is_at(trial, worker):
                self._back(session, trial)

    def put_back_all(self, study_id, place):
        """The same for all workers that were at a place."""
        with _create_scoped_session(self.scoped_session) as session:
            running = session.query(models.TrialModel).filter(models.TrialModel.study_id == study_id,
                                                              models.TrialModel.state == TrialState.RUNNING)
            for trial in running.with_for_update():
                if (self._worker(trial) or "").rpartition(" ")[0] == place:
                    self._back(session, trial)

    def _back(self, session, trial):
        self._set_trial_user_attr_without_commit(session, trial.trial_id, "worker", None)
        trial.state = TrialState.WAITING

    def is_at(self, trial_id, worker):
        """Whether the worker still has the trial."""
        with _create_scoped_session(self.scoped_session) as session:
            return self._is_at(models.TrialModel.find_or_raise_by_id(trial_id, session), worker)

    def _is_at(self, trial, worker):
        return trial.state == TrialState.RUNNING and self._worker(trial) == worker

    def _worker(self, trial):
        return next((json.loads(one.value_json) for one in trial.user_attributes if one.key == "worker"), None)

    def count(self, study_id, states):
        """The number of trials in any of the states, without reading them."""
        with _create_scoped_session(self.scoped_session) as session:
            return session.query(models.TrialModel).filter(models.TrialModel.study_id == study_id,
                                                           models.TrialModel.state.in_(states)).count()
