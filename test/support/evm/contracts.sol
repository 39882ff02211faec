// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// What the bridge's foreign side emits, without its owners and locks: tests call everything.
contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

/// Vault of XRGE.
contract Vault {
    event BridgeDeposit(address indexed sender, uint256 amount, string rougechainPubkey, uint256 nonce);

    Coin public immutable coin;
    uint256 public nonce;
    mapping(bytes32 => bool) private processed;

    constructor(Coin coin_) {
        coin = coin_;
    }

    function deposit(uint256 amount, string calldata pubkey) external {
        coin.move(msg.sender, address(this), amount);
        emit BridgeDeposit(msg.sender, amount, pubkey, nonce++);
    }

    function release(address to, uint256 amount, string calldata l1TxId) external {
        processed[keccak256(bytes(l1TxId))] = true;
        coin.move(address(this), to, amount);
    }

    function processedL1Txs(string calldata l1TxId) external view returns (bool) {
        return processed[keccak256(bytes(l1TxId))];
    }
}

/// Bridge of ETH and USDC. Anybody can deploy another one, which is the fake emitter of the tests.
contract Bridge {
    event BridgeDepositETH(address indexed sender, uint256 amount, string rougechainPubkey);
    event BridgeDepositERC20(address indexed sender, address indexed token, uint256 amount, string rougechainPubkey);
    event BridgeReleaseETH(address indexed recipient, uint256 amount, bytes32 l1TxId);
    event BridgeReleaseERC20(address indexed recipient, address indexed token, uint256 amount, bytes32 l1TxId);

    function depositETH(string calldata pubkey) external payable {
        require(msg.value > 0, "no value");
        emit BridgeDepositETH(msg.sender, msg.value, pubkey);
    }

    function depositETHTwice(string calldata pubkey) external payable {
        emit BridgeDepositETH(msg.sender, msg.value / 2, pubkey);
        emit BridgeDepositETH(msg.sender, msg.value / 2, pubkey);
    }

    function depositERC20(Coin token, uint256 amount, string calldata pubkey) external {
        token.move(msg.sender, address(this), amount);
        emit BridgeDepositERC20(msg.sender, address(token), amount, pubkey);
    }

    /// Says that it received what nobody sent.
    function claimERC20(Coin token, uint256 amount, string calldata pubkey) external {
        emit BridgeDepositERC20(msg.sender, address(token), amount, pubkey);
    }

    function releaseETH(address payable recipient, uint256 amount, bytes32 l1TxId) external {
        (bool sent, ) = recipient.call{value: amount}("");
        require(sent, "not sent");
        emit BridgeReleaseETH(recipient, amount, l1TxId);
    }

    function releaseERC20(address recipient, Coin token, uint256 amount, bytes32 l1TxId) external {
        token.move(address(this), recipient, amount);
        emit BridgeReleaseERC20(recipient, address(token), amount, l1TxId);
    }
}
