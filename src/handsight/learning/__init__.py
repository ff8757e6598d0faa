"""Everything that trains: PPO for Hanabi, deep Q-learning for Boeren Bridge."""
